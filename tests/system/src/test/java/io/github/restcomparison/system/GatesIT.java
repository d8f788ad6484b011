package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.HabitsServer;
import io.github.restcomparison.system.driver.HabitsServer.Habit;
import io.github.restcomparison.system.driver.HabitsServer.Request;
import io.github.restcomparison.system.driver.HabitsServer.Response;
import io.github.restcomparison.system.driver.RecordsOf;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of a small synthetic service to which no gate objects, and runs to which one must object.
 * {@code WholeRunTest} has the same for each gate, without a host that may be busy.
 */
@Order(1)
class GatesIT {
  private static final int USERS = 5;
  private static final Duration WAIT = Duration.ofMillis(200);

  /** Far less than is stated, yet long enough for a window that is not over in one stall. */
  private static final Duration EARLY = Duration.ofMillis(8);

  private static final double CEILING = 25;

  /** The share of CPU time that the host may give to others, and of the time before the run. */
  private static final double HOST_LIMIT = 0.05;

  /** Requests per second that users and the stated wait allow. */
  private static final double STATED_LIMIT = 25;

  /** Requests that fail: far more than the 25 that can wait in a warm-up of 1 s. */
  private static final int COLD = 150;

  private static final AtomicInteger COLD_REQUESTS = new AtomicInteger();

  @TempDir private static Path shared;
  private static Map<String, RunRecord> runs;
  private static String said;

  @TempDir private Path folder;

  @BeforeAll
  static void measure() throws Exception {
    Path file = shared.resolve("compare.yaml");
    Path out = shared.resolve("out");
    try (HabitsServer dropping = new HabitsServer(GatesIT::dropping);
        HabitsServer cold = new HabitsServer(GatesIT::cold);
        HabitsServer early = new HabitsServer(_ -> after(EARLY))) {
      Files.writeString(
          file,
          """
          services:
            quiet: {command: "%s", ready: /health}
            dropping: {url: "%s"}
            cold: {url: "%s"}
            early: {url: "%s"}
          requests: [{path: /orders/42}]
          load: {users: %d, delay: %dms, requests: 12, warmUp: 1s}
          """
              .formatted(
                  UserServicesIT.orders(GatesIT.class, "virtual patient"),
                  dropping.uri(),
                  cold.uri(),
                  early.uri(),
                  USERS,
                  WAIT.toMillis()));
      try (CompareProcess compare =
          CompareProcess.start(
              shared, "run", "--file=" + file, "--out=" + out, "--rounds=1", "--control=none")) {
        compare.exitCode(); // one of them fails
        said = compare.output();
      }
    }
    runs = RecordsOf.oneRound(out);
  }

  private static Response slow() {
    return after(WAIT);
  }

  private static Response after(Duration wait) {
    LockSupport.parkNanos(wait.toNanos());
    return Response.of(200, "ok");
  }

  /** Closes each connection on its fourth request. */
  private static Response dropping(Request request) {
    return request.number() == 4 ? null : slow();
  }

  /** Passes the check, which sends fewer than ten requests. */
  private static Response cold(Request request) {
    int number = COLD_REQUESTS.incrementAndGet();
    return number > 10 && number <= 10 + COLD ? Response.of(503, "cold") : slow();
  }

  /** What a busy host may do to the run is in its figures: a gate objects if they say so. */
  @Test
  void noGateObjectsToASmallRunButForItsHost() {
    RunRecord run = runs.get("quiet");
    assertThat(run.verdict().gates())
        .as(said)
        .extracting(each -> each.gate().toString())
        .containsExactly(
            "answers", "window", "littlesLaw", "bound", "generator", "host", "repeated", "warmUp");
    assertThat(GatlingProcess.objections(run)).isEmpty();
    LoadResult load = run.load().orElseThrow();
    assertThat(load.throughput()).isPositive();
    double gap = (USERS - load.window().inFlightInWindow()) / USERS;
    assertThat(gap).isBetween(-0.5, 1.0);
    if (Math.abs(gap) < 0.05) {
      assertThat(run.isRefusedBy(Gate.LITTLES_LAW)).as("%s", run.reasons()).isFalse();
    }
    Generator generator = run.figures().generator().orElseThrow();
    assertThat(generator.headroom()).isBetween(0.0, 1.0);
    boolean isBusy = generator.headroom() < 0.15 && load.throughput() < 0.97 * CEILING;
    assertThat(run.isRefusedBy(Gate.GENERATOR)).isEqualTo(isBusy);
    HostState host = run.figures().host().orElseThrow();
    assertThat(host.othersShare()).isBetween(0.0, 1.0);
    assertThat(generator.longestPauseMs()).isNotNegative();
    boolean isDisturbed =
        generator.longestPauseMs() > WAIT.toMillis() / 2
            || DoubleStream.of(
                    host.stealShare(),
                    host.othersShare(),
                    host.generatorJitShare(),
                    host.pressureBefore())
                .anyMatch(share -> share > HOST_LIMIT);
    assertThat(run.isRefusedBy(Gate.HOST)).as(run.toString()).isEqualTo(isDisturbed);
    boolean isRefused = isDisturbed || run.isRefusedBy(Gate.LITTLES_LAW);
    assertThat(run.status()).isEqualTo(isRefused ? Status.INVALID : Status.VALID);
  }

  @Test
  void closedConnectionsMakeARunInvalid() {
    RunRecord run = runs.get("dropping");
    assertThat(run.status()).as(said).isEqualTo(Status.INVALID);
    assertThat(run.reasons())
        .anyMatch(reason -> reason.matches("\\d+ of \\d+ requests were sent again: .*"));
  }

  @Test
  void serviceThatFailsInTheWarmUpFails() {
    RunRecord run = runs.get("cold");
    assertThat(run.status()).as(said).isEqualTo(Status.FAILED);
    assertThat(run.isRefusedBy(Gate.WARM_UP)).as("%s", run.reasons()).isTrue();
    assertThat(run.reasons())
        .anyMatch(
            reason ->
                reason.matches(
                    "\\d+ of \\d+ requests of the warm-up failed: status 503, expected 2xx"));
  }

  /** The user who states a wait may be wrong: that alone is a note. */
  @Test
  void responsesBeforeTheStatedWaitAreNoted() {
    RunRecord run = runs.get("early");
    assertThat(run.status()).as(said).isIn(Status.VALID, Status.INVALID);
    // A busy host may answer as late as is stated.
    assumeThat(run.load().orElseThrow().throughput()).isGreaterThan(3 * STATED_LIMIT);
    assertThat(run.isRefusedBy(Gate.BOUND)).as("%s", run).isTrue();
    assertThat(run.verdict().notes())
        .anyMatch(
            note ->
                note.matches(
                    "\\d+ requests/s are more than the 25/s that users, workers and delay allow"));
    assertThat(run.reasons()).noneMatch(reason -> reason.contains("requests/s are more"));
  }

  @Test
  void usersOfOneRequestHaveNoWindow() throws Exception {
    Habit right =
        _ -> {
          LockSupport.parkNanos(Duration.ofMillis(25).toNanos());
          return Response.of(200, "Got it!");
        };
    try (HabitsServer server = new HabitsServer(right);
        GatlingProcess gatling =
            GatlingProcess.start(
                folder,
                "RunningServiceSimulation",
                "baseUrl=" + server.uri(),
                "name=one",
                "users=" + USERS,
                "requests=1",
                "delayMs=20",
                "warmUpSeconds=0")) {
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
    }
    RunRecord run = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(run.status()).isEqualTo(Status.INVALID);
    assertThat(run.reasons())
        .containsExactly(
            "the users were never all active at once: more requests per user are needed");
    assertThat(run.verdict().gates())
        .extracting(each -> each.gate().toString())
        .containsExactly("answers", "window", "repeated");
  }

  /** One for every eight CPUs, with the lowest priority: other tests need the CPUs, too. */
  @Test
  void busyLoopOfAnotherProcessMakesARunInvalid() throws Exception {
    List<Process> loops = new ArrayList<>();
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder,
            "VertxRestSimulation",
            "users=" + USERS,
            "requests=50",
            "delayMs=50",
            "warmUpSeconds=1")) {
      for (int cpu = 0; cpu < Runtime.getRuntime().availableProcessors(); cpu += 8) {
        String loop = "while :; do :; done";
        loops.add(
            new ProcessBuilder("timeout", "120", "nice", "-n", "19", "sh", "-c", loop).start());
      }
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
    } finally {
      loops.forEach(Process::destroy);
    }
    RunRecord run = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(run.status()).as(run.toString()).isEqualTo(Status.INVALID);
    assertThat(run.isRefusedBy(Gate.HOST)).isTrue();
    assertThat(run.reasons()).anyMatch(reason -> reason.startsWith("other processes used "));
    assertThat(run.figures().host().orElseThrow().othersShare()).isGreaterThan(HOST_LIMIT);
  }
}
