package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.RunProperties;
import io.github.restcomparison.runner.figures.Injectors;
import io.github.restcomparison.runner.figures.Injectors.ServiceSide;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.JarProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two Gatlings that load one service together, and their records merged. */
@Tag("full")
@Order(2)
class InjectorsIT {
  private static final int USERS = 10;
  private static final int REQUESTS = 40;

  @TempDir private Path folder;

  @Test
  void twoInjectorsAreOneLoad() throws Exception {
    Load load = ClosedLoad.of(2 * USERS, REQUESTS, 50, Wait.FIXED, OptionalInt.of(200), 40_000);
    try (JarProcess service =
        JarProcess.start(Variant.named("vertx-rest"), "PORT=0", "DELAY_MS=50")) {
      runTwo(service, load);
    }
    assertThat(GatlingProcess.records(comparison(1)).getFirst().reasons())
        .contains("the share of injector 1 of 2 alone: it counts only together with the others");

    RunRecord whole = merged(load);
    assertThat(whole.settings().concurrency()).isEqualTo(2 * USERS);
    assertThat(whole.load().orElseThrow().counts().ok()).isEqualTo(2 * USERS * REQUESTS);
    assertThat(objections(whole)).containsExactlyElementsOf(ofBusyHosts());
    assertThat(whole.load().orElseThrow().latency()).contains(ofAllSamples());
  }

  /** They wait for each other, and send nothing but the check meanwhile; UsersTest has a rate. */
  @Tag("nightly")
  @Test
  void injectorsWithoutAWarmUpSendTheLoadAlone() throws Exception {
    Load load = ClosedLoad.of(2 * USERS, REQUESTS, 50, Wait.FIXED, OptionalInt.of(200), 0);
    Instant at;
    double received;
    try (JarProcess service =
        JarProcess.start(Variant.named("vertx-rest"), "PORT=0", "DELAY_MS=50", "METRICS=on")) {
      at = runTwo(service, load);
      received = received(service.ready().resolve("/myapp/metrics"));
    }
    RunRecord whole = merged(load);
    assertThat(whole.load().orElseThrow().warmUpSeconds()).isZero();
    double checks = received - whole.load().orElseThrow().counts().requests();
    assertThat(checks).as("requests beside the load").isBetween(2.0, 10.0);
    long begin = new RunFolder(folder.resolve("whole")).readSamples().get().load().loadStartMs();
    assertThat(begin).isGreaterThanOrEqualTo(at.toEpochMilli());
  }

  private static double received(URI metrics) throws IOException {
    try (InputStream in = metrics.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith("resource_requests_total "))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Two of 40/s are 80/s, of which none waits for another's response. */
  @Tag("nightly")
  @Test
  void twoInjectorsShareASchedule() throws Exception {
    Load load =
        ClosedLoad.of(USERS, REQUESTS, 50, Wait.FIXED, OptionalInt.of(200), 40_000)
            .with(new OpenModel(new Rate(80, 80), 5), OptionalInt.of(60), false);
    try (JarProcess service =
        JarProcess.start(Variant.named("vertx-rest"), "PORT=0", "DELAY_MS=50")) {
      runTwo(service, load);
    }
    RunRecord whole = merged(load);
    assertThat(whole.settings().open().orElseThrow().rate()).hasToString("80/s");
    OpenModel.Outcome arrivals = whole.load().orElseThrow().open().orElseThrow();
    assertThat(arrivals.intended()).isEqualTo(400);
    assertThat(arrivals.dropped()).isZero();
    assertThat(arrivals.corrected().orElseThrow().min()).isGreaterThanOrEqualTo(50);
    assertThat(objections(whole)).containsExactlyElementsOf(ofBusyHosts());
  }

  /** Runs both to their end; returns the time at which they begin together. */
  private Instant runTwo(JarProcess service, Load load) throws Exception {
    Instant at = Instant.now().plusSeconds(25);
    try (GatlingProcess first = injector(1, service, at, load);
        GatlingProcess second = injector(2, service, at, load)) {
      assertThat(first.exitCode()).as(first.output()).isZero();
      assertThat(second.exitCode()).as(second.output()).isZero();
    }
    return at;
  }

  /** Two injectors on one busy host may begin apart: that gate has its own test. */
  private static List<String> objections(RunRecord whole) {
    return GatlingProcess.objections(whole).stream()
        .filter(why -> !why.contains(" began its load "))
        .toList();
  }

  /** What each found of its host, which others may use meanwhile. */
  private List<String> ofBusyHosts() throws IOException {
    List<String> found = new ArrayList<>();
    for (int number : List.of(1, 2)) {
      GatlingProcess.records(comparison(number)).getFirst().judgement().gates().stream()
          .filter(result -> result.gate() == Gate.HOST)
          .flatMap(result -> result.objections().stream())
          .map(why -> "injector %d: %s".formatted(number, why))
          .forEach(found::add);
    }
    return found;
  }

  private GatlingProcess injector(int number, JarProcess service, Instant at, Load load)
      throws Exception {
    Path own = Files.createDirectories(folder.resolve(Integer.toString(number)));
    String url = service.ready().resolve("/").toString();
    ServiceSpec running = new RunProperties(Map.of("baseUrl", url)::get).runningService();
    RunId runId = RunId.next("vertx-rest");
    RunPlace place = new RunPlace(own.resolve("gatling"), own.resolve("comparison"), "s", runId);
    RunRequest whole =
        new RunRequest(
            place,
            running,
            Optional.empty(),
            load,
            Placement.ANYWHERE,
            Optional.empty(),
            new RunFlags(ServiceRuntime.BARE, true, false));
    Path file = own.resolve(RunRequest.FILE);
    JsonFiles.write(
        file, whole.injectorRequest(running, new InjectorShare(number, 2, at, 0, 1), place));
    return GatlingProcess.start(own, "RunningServiceSimulation", "runRequest=" + file);
  }

  private Path comparison(int injector) {
    return folder.resolve(Integer.toString(injector)).resolve("comparison");
  }

  private RunRecord merged(Load load) throws IOException {
    Injectors both = Injectors.read(List.of(comparison(1), comparison(2)));
    return both.join(load, unseen(both), new RunFolder(folder.resolve("whole")));
  }

  /** A service that nobody has sampled. */
  static ServiceSide unseen(Injectors injectors) {
    return new ServiceSide(
        List.of(),
        Optional.empty(),
        Optional.empty(),
        new RunRecord.Subject(
            Map.of(),
            injectors.records().getFirst().subject().environment(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        "pods: nowhere");
  }

  /** Nearest rank over the sorted latencies of both logs. */
  private Latency ofAllSamples() throws IOException {
    List<Integer> all = new ArrayList<>();
    for (int injector = 1; injector <= 2; injector++) {
      String report =
          GatlingProcess.records(comparison(injector)).getFirst().extras().gatlingReport().get();
      Path log = comparison(injector).resolve(report).resolveSibling("simulation.log");
      GatlingLog.read(List.of(log), Optional.empty())
          .figures(List.of(new Window(0, Long.MAX_VALUE / 2)), List.of())
          .inWindow()
          .counts()
          .forEach((ms, count) -> all.addAll(Collections.nCopies(count.intValue(), ms)));
    }
    List<Integer> sorted = all.stream().sorted().toList();
    return new Latency(
        sorted.getFirst(),
        Math.round(1e3 * sorted.stream().mapToInt(each -> each).average().orElseThrow()) / 1e3,
        new Latency.Percentiles(
            rank(sorted, 50),
            rank(sorted, 75),
            rank(sorted, 90),
            rank(sorted, 95),
            rank(sorted, 99),
            rank(sorted, 99.9)),
        sorted.getLast());
  }

  private static int rank(List<Integer> sorted, double percent) {
    return sorted.get((int) Math.ceil(sorted.size() * percent / 100) - 1);
  }
}
