package io.github.restcomparison.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Delay;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.Think;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.ServiceSpec.Origin.Command;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.load.Drive;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import io.github.restcomparison.runner.variants.Contract;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The request of a run, by {@code -D} options and by file. */
class RunPropertiesTest {
  private static final Path PROJECT = Path.of("/project");

  @TempDir private Path folder;

  @Test
  void defaultIsThePublishedLoad() throws IOException {
    RunRequest request = request(Map.of());
    assertThat(request.load())
        .isEqualTo(ClosedLoad.of(1_000, 100, 100, Wait.FIXED, OptionalInt.of(200), 40_000));
    assertThat(request.load().delay()).isEqualTo(new Delay(Wait.FIXED, Duration.ofMillis(100)));
    assertThat(request.place().runId()).isEqualTo(RunId.next("vertx-rest"));
    assertThat(request.place().results()).isEqualTo(PROJECT.resolve("gatling/target/gatling"));
    assertThat(request.placement()).isEqualTo(Placement.ANYWHERE);
    assertThat(request.flags().pressure()).isNaN();
    assertThat(request.flags()).isEqualTo(new RunFlags(ServiceRuntime.BARE, false, false));
  }

  /** As compare writes it and Gatling's JVM reads it; no other option counts. */
  @Test
  void fileIsTheWholeRequest() throws IOException {
    RunRequest written =
        new RunRequest(
            new RunPlace(
                folder.resolve("gatling"),
                folder,
                "s",
                RunId.ofControl("jersey-sync@WORKERS=400", 3, 4).withPosition(2)),
            ServiceSpec.ofVariant("jersey-sync@WORKERS=400"),
            Optional.empty(),
            ClosedLoad.of(1_000, 100, 100, Wait.FIXED, OptionalInt.of(200), 40_000)
                .with(new OpenModel(new Rate(100, 300), 5), OptionalInt.of(7), true),
            new Placement(List.of(0, 1), List.of(2)),
            Optional.of(new InjectorShare(2, 4, Instant.parse("2026-11-21T20:30:00Z"), 1.5, 2)),
            new RunFlags(
                ServiceRuntime.DOCKER, true, true, Subject.MEMORY, true, 0.0125, Set.of("OTHERS")));
    Path file = folder.resolve(RunRequest.FILE);
    JsonFiles.write(file, written);
    assertThat(request(Map.of("runRequest", file.toString(), "users", "7"))).isEqualTo(written);
  }

  @Test
  void fileOfARunningServiceAndOfVirtualThreadsIsReadAsItWasWritten() throws IOException {
    RunRequest written =
        new RunRequest(
            new RunPlace(folder.resolve("gatling"), folder, "s", RunId.next("mine")),
            running("http://127.0.0.1:8083"),
            Optional.empty(),
            ClosedLoad.of(5, 6, 7, Wait.UNIFORM, OptionalInt.empty(), 0),
            Placement.ANYWHERE,
            Optional.empty(),
            new RunFlags(ServiceRuntime.BARE, false, false));
    Path file = folder.resolve(RunRequest.FILE);
    JsonFiles.write(file, written);
    assertThat(request(Map.of("runRequest", file.toString()))).isEqualTo(written);
  }

  /** Users that cannot be shared evenly are the first injectors'; all else is the whole's. */
  @Test
  void partsOfInjectorsAreTheWholeLoad() throws IOException {
    RunRequest whole =
        request(Map.of("users", "62"), s -> ServiceSpec.ofVariant("jersey-sync@WORKERS=7"));
    ServiceSpec running = whole.service().withPod(URI.create("http://10.244.1.7:8080"));
    RunPlace own = new RunPlace(folder, folder, "s", RunId.ofControl("jersey-sync", 1, 1));
    List<Integer> users = new ArrayList<>();
    for (int number = 1; number <= 3; number++) {
      InjectorShare injector =
          new InjectorShare(number, 3, Instant.parse("2026-11-23T15:00:00Z"), 1.5, 2);
      RunRequest part = whole.injectorRequest(running, injector, own);
      Path file = folder.resolve(RunRequest.FILE);
      JsonFiles.write(file, part);
      assertThat(request(Map.of("runRequest", file.toString()))).isEqualTo(part);
      assertThat(Contract.of(part).load().workers()).hasValue(7);
      assertThat(part.service().isLaunched()).isFalse();
      assertThat(part.place().runId().controlOf()).contains("jersey-sync");
      assertThat(part.load().totalRequests()).hasValue(100L * part.load().concurrency());
      assertThat(WarmUp.of(Contract.of(part)).drives()).isFalse();
      users.add(part.load().concurrency());
    }
    assertThat(users).containsExactly(21, 21, 20);
  }

  @Test
  void fileThatIsNoneIsNamedInOneLine() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "{\"load\": {\"users\": 0}}");
    assertThatIOException()
        .isThrownBy(() -> request(Map.of("runRequest", file.toString())))
        .withMessageStartingWith(file + " is not a record: ");
  }

  /** The users of the drive send 3,000 requests a second together; at least four users. */
  @ParameterizedTest
  @CsvSource({
    "1000, jersey-async, fixed, 0, 333",
    "1000, jersey-sync, fixed, 0, 66",
    "1, vertx-rest, uniform, 3, 1",
    "1, jersey-sync@WORKERS=50, fixed, 3, 1",
    "1, jersey-sync, http, 0, 1"
  })
  void serviceIsDrivenAtTheSameRateWhateverTheLoad(
      String users, String variant, String wait, int others, int delayMs) throws IOException {
    Map<String, String> options = Map.of("users", users, "wait", wait);
    WarmUp warmUp = WarmUp.of(Contract.of(request(options, s -> ServiceSpec.ofVariant(variant))));
    assertThat(warmUp.drive().extraUsers()).isEqualTo(others);
    assertThat(warmUp.drive().delayMs()).isEqualTo(delayMs);
    assertThat(warmUp.drives()).isTrue();
    assertThat(warmUp.settles()).isTrue();
  }

  /** Threads of many requests would leave its JIT compilers no CPU. */
  @Test
  void userServiceIsDrivenByAsManyUsersAsItHasCpus() throws IOException {
    assertThat(WarmUp.of(Contract.of(ofUser(Map.of(), false))).drive())
        .isEqualTo(new Drive(0, 0, Host.CPUS, 0));
    assertThat(WarmUp.of(Contract.of(ofUser(Map.of("rate", "10"), false))).drive())
        .isEqualTo(new Drive(0, 0, Host.CPUS, Drive.ENOUGH_TO_COMPILE));
  }

  /** The users whose requests wait send one each: without others, a cold service is measured. */
  @Test
  void userServiceIsDrivenBeforeItsMemoryIsMeasured() throws IOException {
    RunRequest memory = ofUser(Map.of("users", "50"), true);
    assertThat(WarmUp.of(Contract.of(memory)).drive())
        .isEqualTo(new Drive(50, 0, Host.CPUS, Drive.ENOUGH_TO_COMPILE));
    assertThat(WarmUp.of(Contract.of(memory)).drives()).isTrue();
    assertThat(WarmUp.of(Contract.of(memory)).settles()).isFalse();
  }

  private static RunRequest ofUser(Map<String, String> options, boolean isOfMemory)
      throws IOException {
    RunRequest plain = request(options);
    Workload workload =
        new Workload(
            List.of(),
            Optional.empty(),
            Duration.ofSeconds(60),
            Workload.Tls.INSECURE,
            false,
            State.NONE);
    return new RunRequest(
        plain.place(),
        ServiceSpec.of(Command.of(List.of("./app", "{port}")), Map.of(), Optional.empty()),
        Optional.of(workload),
        plain.load(),
        plain.placement(),
        Optional.empty(),
        new RunFlags(
            ServiceRuntime.BARE,
            true,
            true,
            isOfMemory ? Subject.MEMORY : Subject.LOAD,
            false,
            Double.NaN,
            Set.of()));
  }

  @Test
  void runningServiceIsNotDriven() throws IOException {
    ServiceSpec theirs = running("http://127.0.0.1:1/");
    WarmUp warmUp = WarmUp.of(Contract.of(request(Map.of("rate", "10"), settings -> theirs)));
    assertThat(warmUp.drive().extraUsers()).isZero();
    assertThat(warmUp.drives()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "users, 0, -Dusers 0: must be between 1 and 20000",
    "requests, abc, -Drequests abc: must be between 1 and 1000000",
    "requests, 200000, -Drequests 200000: the load would take about 5 h 34 min; a run may take 3 h",
    "delayMs, 600000, -DdelayMs 600000: the load would take about 16 h 41 min; a run may take 3 h",
    "delayMs, -1, -DdelayMs -1: must be between 0ms and 10m",
    "delayMs, 700000, -DdelayMs 700000: must be between 0ms and 10m",
    "wait, soon, '-Dwait soon: must be fixed, uniform, shared-tick, http or sql'",
    "rate, fast, '-Drate fast: must be such as 4000/s, or 100..4000/s for a growing rate'",
    "durationSeconds, 0, -DdurationSeconds 0: must be whole seconds between 1s and 60m",
    "newConnections, true, -DnewConnections true: requires -Drate",
    "think, 1, '-Dthink 1: must be between 0ms and 10m, or exp:MEAN, such as exp:1s, with a unit: 1ms or 1s'",
    "rampUpSeconds, 9999, -DrampUpSeconds 9999: must be whole seconds between 0s and 60m",
    "workers, 0, '-Dworkers 0: must be between 1 and 20000, or virtual'",
    "allowConcurrent, yes, -DallowConcurrent yes: must be true or false"
  })
  void badSettingIsNamedInOneLine(String variable, String value, String message) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> request(Map.of(variable, value)))
        .withMessage(message);
  }

  @Test
  void rateIsAnOpenModel() throws IOException {
    Load load = request(Map.of("rate", "500/s", "durationSeconds", "20")).load();
    assertThat(load.open().orElseThrow().requests()).isEqualTo(10_000);
    assertThat(load.concurrency()).isEqualTo(110);
    assertThat(load.totalRequests()).hasValue(10_000);
    assertThatThrownBy(() -> request(Map.of("rate", "500", "users", "10")))
        .isInstanceOf(SettingException.class)
        .hasMessage("-Drate 500: not together with -Dusers 10");
  }

  @Test
  void paceIsThatOfAClosedModel() throws IOException {
    Load load = request(Map.of("think", "exp:300ms", "rampUpSeconds", "5")).load();
    assertThat((ClosedLoad) load)
        .returns(Optional.of(Think.of("exp:300ms")), ClosedLoad::think)
        .returns(Optional.of(Duration.ofSeconds(5)), ClosedLoad::rampUp);
    assertThatThrownBy(() -> request(Map.of("rate", "500", "think", "1s")))
        .isInstanceOf(SettingException.class)
        .hasMessage("-Drate 500: not together with -Dthink 1s");
  }

  @Test
  void onlyAModelThatBlocksIsBoundByItsWorkers() {
    OptionalInt threads = OptionalInt.of(200);
    assertThat(Variant.named("jersey-sync").maxWaiting(threads)).hasValue(200);
    assertThat(Variant.named("jersey-sync").maxWaiting(OptionalInt.empty())).isEmpty();
    assertThat(Variant.named("vertx-rest").maxWaiting(threads)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:8083", "http://127.0.0.1:8083/"})
  void runningServiceIsGivenByItsBaseUrl(String url) throws IOException {
    RunRequest request = request(Map.of("baseUrl", url), RunProperties::runningService);
    assertThat(request.service().from()).isEqualTo(Origin.Address.of(url));
    assertThat(request.place().runId().variant()).isEqualTo("127.0.0.1:8083");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "127.0.0.1:8083",
        "ftp://host",
        "http://",
        "http://host/path",
        "http://host?x=1",
        "http://user@host",
        "http://a b",
        "http://host:99999x"
      })
  void otherUrlsAreRefused(String url) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> running(url))
        .withMessage(
            "-DbaseUrl %s: must be http://HOST:PORT of a running service"
                .formatted(url.isEmpty() ? "''" : url));
  }

  /** A name with an underscore has no host for java.net.URI, and an IPv6 address has brackets. */
  @ParameterizedTest
  @ValueSource(strings = {"my_service:8083", "[::1]:8083"})
  void hostMayHaveAnUnderscoreOrBeAnIpv6Address(String authority) throws IOException {
    RunRequest request =
        request(Map.of("baseUrl", "http://" + authority), RunProperties::runningService);
    assertThat(request.service().from()).isEqualTo(Origin.Address.of("http://" + authority));
    assertThat(request.place().runId().variant()).isEqualTo(authority);
  }

  private static ServiceSpec running(String url) {
    return new RunProperties(Map.of("baseUrl", url)::get).runningService();
  }

  private static RunRequest request(Map<String, String> options) throws IOException {
    return request(options, settings -> ServiceSpec.ofVariant("vertx-rest"));
  }

  private static RunRequest request(
      Map<String, String> options, Function<RunProperties, ServiceSpec> service)
      throws IOException {
    return new RunProperties(options::get).request(PROJECT, service);
  }
}
