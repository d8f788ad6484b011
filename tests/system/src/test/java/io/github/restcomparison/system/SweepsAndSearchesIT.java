package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.cli.CompareInProcess;
import io.github.restcomparison.compare.cli.CompareInProcess.Ended;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that measure many small experiments, each with as few as show that it does. */
@Tag("full")
@Order(1)
class SweepsAndSearchesIT {
  @TempDir private Path folder;

  /** Two users on one thread that waits 50 ms: 20/s, however many ask. */
  @Test
  void sweepMeasuresItsCellsAndGoesOnWithThem() throws Exception {
    Path out = folder.resolve("sweep");
    String[] arguments = {
      "sweep",
      "--users=2",
      "--delay=50ms",
      "--variants=jersey-sync",
      "--workers=1,virtual",
      "--rounds=1",
      "--duration=1s",
      "--warm-up=0s",
      "--out=" + out
    };
    try (CompareProcess compare = CompareProcess.start(folder, arguments)) {
      compare.until(() -> Files.exists(out.resolve("cells/2-users-50-ms/runs")));
      compare.process().destroy();
      compare.exitCode();
    }
    try (CompareProcess compare = CompareProcess.start(folder, "sweep", "--resume=" + out)) {
      assertThat(compare.exitCode()).as(compare.output()).isBetween(0, 1);
      assertThat(compare.output()).contains("points have figures");
    }
    assertThat(GatlingProcess.records(out.resolve("cells/2-users-50-ms")))
        .hasSize(2)
        .allSatisfy(run -> assertThat(GatlingProcess.objections(run)).isEmpty());
    assertThat(out.resolve("index.html")).exists();
    assertThat(Files.readString(out.resolve("sweep.md"))).contains("## Crossing points");
  }

  /**
   * Two threads that wait 50 ms serve 40/s. The search begins at 0.9 of that, which is also the
   * highest rate that it may try. The page is there after the first run; how many agree, and that
   * the search ends then, CapacityPageTest has.
   */
  @Test
  void capacityLiesWhereArithmeticPutsIt() throws Exception {
    Path out = folder.resolve("capacity");
    Path page = out.resolve("capacity.md");
    try (CompareProcess compare =
        CompareProcess.start(
            folder,
            "capacity",
            "--slo=p50<100ms,failures=0",
            "--variants=jersey-sync",
            "--workers=2",
            "--delay=50ms",
            "--duration=3s",
            "--max-rate=36",
            "--warm-up=1s",
            "--out=" + out)) {
      compare.until(() -> Files.exists(page));
      compare.process().destroy();
      assertThat(compare.exitCode()).isEqualTo(143);
    }
    Files.delete(page);
    Ended report = CompareInProcess.run("report", out.toString());
    assertThat(report.exitCode()).as(report.output()).isBetween(0, 1);
    assertThat(out.resolve("jersey-sync/36-per-second")).isDirectory();
    assertThat(Files.readString(page))
        .containsPattern("\\| jersey-sync \\|.*\\| 40 \\|"); // what the threads allow
  }

  /** Who waits in the user's is counted by the load; its heap is seen, for it is a JVM. */
  @Test
  void whatIsHeldWhileRequestsWaitIsMeasuredInOursAndInAServiceOfTheUser() throws Exception {
    Path out = folder.resolve("waiting");
    try (CompareProcess compare =
        CompareProcess.start(
            folder,
            "memory",
            "--users=500",
            "--delay=2s",
            "--variants=vertx-rest",
            "--service=mine=" + UserServicesIT.orders(SweepsAndSearchesIT.class, "virtual slow"),
            "--get=/orders/42",
            "--warm-up=1s",
            "--out=" + out)) {
      assertThat(compare.exitCode()).as(compare.output()).isBetween(0, 1);
    }
    Map<String, RunRecord> runs = RecordsOf.oneRound(out.resolve("cells/500-users-2000-ms"));
    assertThat(runs).containsOnlyKeys("mine", "vertx-rest");
    for (RunRecord run : runs.values()) {
      WaitingMemory memory = run.extras().waiting().orElseThrow();
      assertThat(memory.waiting()).isEqualTo(500);
      assertThat(memory.during().heapAfterGc()).isNotNaN();
    }
    // Some 8 KiB; of 100 requests, what a collection happens to leave would be as much.
    assertThat(runs.get("vertx-rest").extras().waiting().orElseThrow().heapPerRequest())
        .isBetween(1_000.0, 100_000.0);
    assertThat(Files.readString(out.resolve("memory.md"))).contains("mine, 500 waiting: all");
  }
}
