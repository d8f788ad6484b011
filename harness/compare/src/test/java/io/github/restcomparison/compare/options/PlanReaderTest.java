package io.github.restcomparison.compare.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.restcomparison.compare.cli.Typed;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Delay;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.Think;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sources of a plan: options, a file and defaults. */
class PlanReaderTest {
  @TempDir private Path folder;

  /** Settings of a file are changed only by the options that name them. */
  @Test
  void optionsAreMergedOverTheFile() throws Exception {
    Path file = folder.resolve("compare.yaml");
    Files.writeString(folder.resolve("ids.csv"), "id\n1\n");
    Files.writeString(
        file,
        "services: {one: {command: 'serve {port}', env: {A: b}}}\n"
            + "requests: [{path: '/{id}'}]\nfeeders: [{file: ids.csv}]\n"
            + "load: {users: 7, requests: 3, delay: 20ms}\n");
    PlanReader reader =
        Typed.run(
            "--file=" + file,
            "--env=one:C=d",
            "--timeout=5s",
            "--insecure",
            "--duration=9s",
            "--get=/x");
    UserServices users = reader.compared().users().orElseThrow();
    assertThat(users.services().get("one").env()).isEqualTo(Map.of("A", "b", "C", "d"));
    assertThat(users.workload().timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(users.workload().tls().insecure()).isTrue();
    assertThat(users.workload().state().feeders()).hasSize(1);
    assertThat(users.workload().requests())
        .extracting(each -> each.target().path())
        .containsExactly("/x");
    assertThat(reader.load())
        .returns(7, Load::concurrency)
        .returns(Duration.ofSeconds(9), Load::loadTime)
        .returns(new Delay(Wait.STATED, Duration.ofMillis(20)), Load::delay)
        .returns(Duration.ofSeconds(40), Load::warmUp);
  }

  private static RequestSpec request(String... options) throws Exception {
    return Typed.run(options).settings().workload().requests().getFirst();
  }

  @Test
  void compressedResponseIsRequested() throws Exception {
    assertThat(request("--service=one={port}", "--get=/", "--compressed").headers())
        .containsEntry("Accept-Encoding", List.of("gzip, deflate"));
  }

  @Test
  void requestsOfAFileAreDrawnAsOftenAsTheyAreThere() throws Exception {
    Path urls = folder.resolve("urls.txt");
    Files.writeString(urls, "# of a log\n/a\nGET /a\n\nDELETE /b?c=1 2.5\r\n/a 3\n");
    PlanReader reader =
        Typed.run("--service=one={port}", "--urls=" + urls, "-H", "A:b", "--expect", "status=204");
    assertThat(reader.settings().workload().requests())
        .extracting(RequestSpec::name, RequestSpec::weight)
        .containsExactly(tuple("GET /a", 5.0), tuple("DELETE /b?c=1", 2.5));
    assertThat(reader.settings().workload().requests())
        .allMatch(each -> each.headers().equals(Map.of("A", List.of("b"))))
        .allMatch(each -> each.expect().status().equals(Optional.of("204")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "GET /a many | :1: must be a method, a path and a weight, such as GET /orders/42 3",
        "FETCH /a | :1: must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS",
        "/a 0 | :1: weight 0.0: must be above 0, up to 1000000",
        "# nothing | : has no line"
      })
  void lineOfAFileOfRequestsThatIsWrongIsNamed(String line, String message) throws Exception {
    Path urls = folder.resolve("urls.txt");
    Files.writeString(urls, line);
    assertThatThrownBy(() -> Typed.run("--service=one={port}", "--urls=" + urls))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(message);
  }

  /** The first service was named, wherever the variable stood. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "requests: [{path: /, headers: {X: [a, \"${NO_X}\"]}}] | :2: requests[1].headers.X[2] ${NO_X}: ${NO_X} is not set",
        "requests: [{path: /}, {path: /b, query: {\"${NO_X}\": c}}] | :2: requests[2].query.${NO_X} c: ${NO_X} is not set",
        "requests: [{path: /, body: \"${NO_X}\"}] | :2: requests[1].body ${NO_X}: ${NO_X} is not set",
        "{requests: [{path: /}], beforeRun: {command: \"x ${NO_X}\"}} | :2: beforeRun.command x ${NO_X}: ${NO_X} is not set",
      })
  void variableThatIsNotSetIsNamedWhereItStands(String line, String message) throws Exception {
    Path file = folder.resolve("compare.yaml");
    String inner = line.startsWith("{") ? line.substring(1, line.length() - 1) : line;
    Files.writeString(
        file,
        "services: {a: {command: 'a {port}'}, b: {command: 'b {port}'}}\n"
            + inner.replace(", beforeRun", "\nbeforeRun"));
    assertThatThrownBy(() -> Typed.run("--file=" + file))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(message.replace(":2: beforeRun", ":3: beforeRun"));
  }

  /** A file for a cluster is read on this host, too. */
  @Test
  void clusterOfAFileDoesNotMatterOnThisHost() throws Exception {
    Path file = folder.resolve("compare.yaml");
    Files.writeString(file, "variants: [vertx-rest]\ncluster: {injectors: 4}\n");
    assertThat(Typed.run("--file=" + file).settings().place().cluster()).isEmpty();
  }

  /** It was refused, as if a variant under a name of the user's had no threads. */
  @Test
  void variantWithANameHasWorkers() throws Exception {
    PlanReader reader =
        Typed.run("--service=a=jersey-sync", "--service=b=vertx-rest", "--workers=5");
    ExperimentPlan plan =
        reader.plan(reader.compared().names(), Placement.ANYWHERE, Optional.empty());
    assertThat(plan.load().workers()).hasValue(5);
    assertThat(plan.design().control()).contains("b");
  }

  /** The load's workers replaced those of each service. */
  @ParameterizedTest
  @CsvSource({"'', 10, 5", "--workers=7, 7, 7"})
  void workersOfAServicePrecedeThoseOfTheLoadInTheSameFile(String option, int one, int two)
      throws Exception {
    Path file = folder.resolve("compare.yaml");
    Files.writeString(
        file,
        """
        services:
          one: {command: 'x {port}', workers: 10}
          two: {command: 'x {port}'}
        requests: [{path: /}]
        load: {workers: 5}
        """);
    Map<String, ServiceSpec> services =
        (option.isEmpty() ? Typed.run("--file=" + file) : Typed.run("--file=" + file, option))
            .settings()
            .services();
    assertThat(services.get("one").workers()).hasValue(one);
    assertThat(services.get("two").workers()).hasValue(two);
  }

  /** The service would be measured with another wait or pool than its record states. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--wait=uniform | --wait uniform: resteasy does not support it; valid: fixed",
        "--runtime=docker | --runtime docker: resteasy has no image; valid: bare",
        "--workers=virtual | resteasy does not support virtual workers; valid: 1 to 20000",
        "--protocol=http2 | --protocol http2: resteasy supports only HTTP/1.1 without TLS; valid: "
      })
  void settingThatARuntimeLacksIsRefused(String option, String message) {
    assertThatThrownBy(() -> Typed.run("--variants=vertx-rest,resteasy", option))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(message);
  }

  /** No verdict needs its noise. */
  @ParameterizedTest
  @CsvSource({
    "--service=a=vertx-rest, --rounds=10, false",
    "--variants=vertx-rest;jersey-async, --rounds=2, false",
    "--variants=vertx-rest;jersey-async, --rounds=1..3, true",
    "--variants=vertx-rest, --control=vertx-rest, true"
  })
  void withoutAVerdictNoControlIsMeasured(String variants, String option, boolean isMeasured)
      throws Exception {
    PlanReader reader = Typed.run(variants.replace(';', ','), option, "--delay=100ms");
    ExperimentPlan plan =
        reader.plan(reader.compared().names(), Placement.ANYWHERE, Optional.empty());
    assertThat(plan.design().control().isPresent()).isEqualTo(isMeasured);
  }

  /** Next to a user service, jersey-sync was measured with virtual threads. */
  @Test
  void variantNextToAServiceHasTheDefaultPool() throws Exception {
    PlanReader reader =
        Typed.run("--service=one={port}", "--get=/", "--variants=jersey-sync", "--delay=100ms");
    assertThat(reader.load().workers()).hasValue(200);
    assertThat(Typed.run("--service=one={port}", "--get=/").load().workers()).isEmpty();
  }

  /** They were ignored. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          services: {one: {command: 'x {port}'}} | wait: fixed | variants of this project only
          services: {one: {command: 'x {port}'}} | connections: 9 | --rate
          variants: vertx-rest | connections: new | --rate
          variants: vertx-rest | newConnections: true | --rate
          services: {one: {url: 'http://a'}} | think: 1s | requests, not a simulation
          services: {one: {url: 'http://a'}} | rampUp: 1s | requests, not a simulation
          variants: vertx-rest | workers: 50 | a variant whose waiting blocks a thread, or your own service
          """)
  void settingOfAFileWithoutEffectIsRefused(String compared, String setting, String need)
      throws Exception {
    Path file = folder.resolve("compare.yaml");
    String requests =
        need.contains("simulation")
            ? "simulation: 'x.jar:a.B'"
            : compared.startsWith("services") ? "requests: [{path: /}]" : "";
    Files.writeString(file, "%s\n%s\nload: {%s}\n".formatted(compared, requests, setting));
    assertThatThrownBy(() -> Typed.run("--file=" + file))
        .hasMessage("%s:3: load.%s: requires %s", file, setting.replace(":", ""), need);
  }

  @Test
  void usersOfOurVariantsMaySendForSomeTime() throws Exception {
    assertThat(Typed.run("--duration=5s").load())
        .returns(Duration.ofSeconds(5), Load::loadTime)
        .returns(OptionalLong.empty(), Load::totalRequests);
  }

  /** The pools of a sweep, and that of {@code memory}, did not reach it. */
  @Test
  void poolOfAVariantWithANameIsItsOwn() throws Exception {
    PlanReader reader = Typed.run("--service=a=jersey-sync@MAX_WAITING=7");
    assertThat(reader.compared().waitsInWorker("a")).isTrue();
    ExperimentPlan plan =
        reader.plan(List.of("a@WORKERS=16"), Placement.ANYWHERE, Optional.empty());
    ServiceSpec service = plan.service("a@WORKERS=16");
    assertThat(service.variant()).contains("jersey-sync@MAX_WAITING=7@WORKERS=16");
    assertThat(Variant.workers(service, plan.load())).hasValue(16);
  }

  @Test
  void commaWithinAJvmFlagDoesNotSplit() throws Exception {
    assertThat(
            Typed.run("--variants=jersey-sync@jvm=-Xlog:gc,safepoint:file=x,vertx-rest")
                .compared()
                .names())
        .containsExactly("jersey-sync@jvm=-Xlog:gc,safepoint:file=x", "vertx-rest");
  }

  @Test
  void timeLimitMayBeHours() throws Exception {
    ExperimentPlan plan =
        Typed.run("--for=2h").plan(List.of("vertx-rest"), Placement.ANYWHERE, Optional.empty());
    assertThat(plan.design().time()).contains(Duration.ofHours(2));
  }

  /** Of a file, the option's is a fixed pause in place of a random one, and no ramp-up. */
  @Test
  void paceOfAFileIsReplacedByOptions() throws Exception {
    Path file = folder.resolve("compare.yaml");
    Files.writeString(
        file,
        "variants: [vertx-rest]\nload: {users: 9, duration: 9s, think: exp:1s, rampUp: 2s}\n");
    assertThat(closed("--file=" + file))
        .returns(Optional.of(Think.of("exp:1s")), ClosedLoad::think)
        .returns(Optional.of(Duration.ofSeconds(2)), ClosedLoad::rampUp);
    assertThat(closed("--file=" + file, "--think=300ms", "--ramp-up=0s"))
        .returns(Optional.of(Think.of("300ms")), ClosedLoad::think)
        .returns(Optional.empty(), ClosedLoad::rampUp);
    assertThat(Typed.run("--file=" + file, "--rate=10/s").load()).isInstanceOf(OpenLoad.class);
  }

  private static ClosedLoad closed(String... options) throws Exception {
    return (ClosedLoad) Typed.run(options).load();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --think=soon | --think soon: must be between 0ms and 10m, or exp:MEAN, such as exp:1s
          --think=10s --duration=15s | --think 10s: must be shorter: each user must send 3 requests in 15s
          --ramp-up=10s | --ramp-up 10s: must be shorter: the requests of a user may take only 10s; or state --duration
          --ramp-up=61m | --ramp-up 61m: must be whole seconds between 0s and 60m
          --rate=9/s --think=1s | --rate 9/s: not together with --think 1s
          --rate=9/s --ramp-up=1s | --rate 9/s: not together with --ramp-up 1s
          --variants=client-async --think=1s | --think 1s: requires services, not clients
          """)
  void paceThatDoesNotFitIsRefusedInOneLine(String options, String message) {
    assertThatThrownBy(() -> Typed.run(options.split(" ")))
        .isInstanceOf(SettingException.class)
        .hasMessage(message);
  }

  @Test
  void rangeInAListIsWrittenOut() {
    assertThat(SettingTree.values("--users", "10, 16..64x2,64"))
        .containsExactly("10", "16", "32", "64");
  }
}
