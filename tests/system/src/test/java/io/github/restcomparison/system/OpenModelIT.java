package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunSamples.Phase;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shared load by a schedule: what callers see of a service that does not keep up. */
@Tag("full")
@Order(2)
class OpenModelIT {
  @TempDir private Path folder;

  /**
   * 100 requests a second would make a service compile in a minute: the drive does so at 3,000. Of
   * the 1,200 requests that follow, a service that stands still for 2 s keeps 200 waiting; but only
   * 20, one for each connection, had been sent.
   */
  @Test
  void serviceIsWarmAndWhoWaitsWhileItIsFrozenIsCounted() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder,
            "VertxRestSimulation",
            "rate=100/s",
            "durationSeconds=12",
            "connections=20",
            "delayMs=20",
            "warmUpSeconds=60")) {
      ProcessHandle service = gatling.serviceUnderLoad();
      // Seconds in which a cold load generator compiles are left out: the frozen ones were.
      gatling.untilItMeasures();
      // Early enough that also a slow host has caught up before the schedule ends.
      Thread.sleep(2_500);
      signal("STOP", service);
      Thread.sleep(2_000);
      signal("CONT", service);
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(GatlingProcess.objections(record)).isEmpty();
    assertThat(record.settings().open().orElseThrow().rate()).hasToString("100/s");
    assertThat(record.server().orElseThrow().requestsSeen()).isEqualTo(1_200);
    LoadResult load = record.load().orElseThrow();
    OpenModel.Outcome open = load.open().orElseThrow();
    assertThat(open.intended()).isEqualTo(1_200).isEqualTo(load.counts().ok());
    assertThat(open.dropped()).isZero();
    assertThat(open.waitedForConnection()).isGreaterThan(150);
    assertThat(open.corrected().orElseThrow().p99()).isGreaterThan(1_500);
    // More requests were due in that time than connections hold: only those are in the service's.
    assertThat(open.corrected().orElseThrow().percentiles().p95())
        .isGreaterThan(load.latency().orElseThrow().percentiles().p95());
    assertThat(load.latency().orElseThrow().max()).isGreaterThan(1_900);
    assertThat(load.latency().orElseThrow().min()).isGreaterThanOrEqualTo(19); // no drive any more
    RunFolder run = new RunFolder(folder.resolve("comparison/runs/01-01-vertx-rest"));
    List<WarmUpSecond> drive =
        run.readSamples().orElseThrow().load().warmUp().stream()
            .filter(second -> second.phase() == Phase.DRIVE)
            .toList();
    assertThat(drive).isNotEmpty().hasSizeLessThan(60);
    // When the compilers are done is the host's affair.
    assertThat(drive.stream().mapToLong(WarmUpSecond::answers).sum())
        .as("more than the 100/s of the load")
        .isGreaterThan(3 * 100L * drive.size());
  }

  /** One connection at a time, 50 ms each: 20 of 100 can be sent in each of 3 seconds. */
  @Test
  void whatCannotStartFailsTheRun() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder,
            "VertxRestSimulation",
            "rate=100",
            "durationSeconds=3",
            "connections=1",
            "newConnections=true",
            "delayMs=50",
            "warmUpSeconds=1")) {
      assertThat(gatling.exitCode()).isEqualTo(2);
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    LoadResult load = record.load().orElseThrow();
    OpenModel.Outcome open = load.open().orElseThrow();
    assertThat(record.status()).isEqualTo(Status.FAILED);
    assertThat(record.reasons())
        .containsExactly(
            "%d of 300 requests could not start: all 1 connections were busy"
                .formatted(open.dropped()));
    assertThat(open.dropped() + load.counts().ok()).isEqualTo(300);
    assertThat(load.counts().ok()).isBetween(1L, 62L);
    assertThat(load.counts().ko()).isZero();
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    assertThat(kill.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }
}
