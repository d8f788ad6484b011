package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.analysis.overhead.OverheadBudget;
import io.github.restcomparison.analysis.overhead.OverheadBudget.Cause;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cause of overhead that was made is found in its own piece of the budget. A busy host adds to
 * other pieces, so that a test looks at its own alone, and at least for what was made.
 */
@Tag("full")
@Order(3)
class OverheadIT {
  private static final int DELAY_MS = 50;
  private static final Path JDK = Path.of(System.getProperty("java.home"), "bin");

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  /**
   * It is told to wait for 53 ms, and the load to expect 50: a timer that is 3 ms late. And it is
   * made to collect all its garbage again and again, which stops it.
   */
  @Test
  void lateTimerIsWokenLateAndCollectionsAreGarbageCollection() throws Exception {
    OverheadBudget budget;
    try (GatlingProcess gatling = load("vertx-rest@DELAY_MS=" + (DELAY_MS + 3), 60)) {
      long service = gatling.serviceUnderLoad().pid();
      Thread collecting = Thread.ofVirtual().start(() -> collectUntilItEnds(service));
      budget = budgetOf(gatling);
      collecting.interrupt();
      collecting.join();
    }
    double gc = budget.ms(Cause.GC);
    assertThat(gc).as(budget.sentence()).isGreaterThan(0.1);
    // What is starved or stopped besides is charged to those, in proportion.
    assertThat(budget.ms(Cause.WOKEN_LATE) + budget.ms(Cause.RUN_QUEUE) + gc)
        .as(budget.sentence())
        .isGreaterThanOrEqualTo(2.9);
    assertThat(budget.ms(Cause.WOKEN_LATE)).as(budget.sentence()).isGreaterThan(0.5);
  }

  /** One CPU for the service and three others that always want it. */
  @Tag("nightly")
  @Test
  void serviceThatSharesItsCpuWaitsForIt() throws Exception {
    assumeTrue(
        run("taskset", "-c", "0", "true") == 0, "SKIPPED: no process can be held to a CPU here");
    OverheadBudget budget;
    try (GatlingProcess gatling = load("jersey-sync", 40)) {
      String service = Long.toString(gatling.serviceUnderLoad().pid());
      assertThat(run("taskset", "-a", "-p", "-c", "0", service)).isZero();
      for (int burner = 0; burner < 3; burner++) {
        start("taskset", "-c", "0", "sh", "-c", "while :; do :; done");
      }
      budget = budgetOf(gatling);
    } finally {
      started.forEach(Process::destroyForcibly);
    }
    // What a request waits for on its way in, and in a starved generator, nothing measures.
    double runQueue = budget.ms(Cause.RUN_QUEUE);
    assertThat(runQueue).as(budget.sentence()).isGreaterThan(1);
    for (Cause cause : Cause.values()) {
      // A collection that is starved takes longer, and is charged with that.
      if (cause != Cause.NOT_MEASURED && cause != Cause.GC) {
        assertThat(budget.ms(cause)).as(budget.sentence()).isLessThanOrEqualTo(runQueue);
      }
    }
  }

  private GatlingProcess load(String variant, int requests) throws IOException {
    return GatlingProcess.start(
        folder,
        "VariantSimulation",
        "variant=" + variant,
        "users=20",
        "requests=" + requests,
        "delayMs=" + DELAY_MS,
        "warmUpSeconds=2");
  }

  /** The budget of the run, whatever a busy host makes of its status. */
  private OverheadBudget budgetOf(GatlingProcess gatling) throws Exception {
    gatling.exitCode();
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(GatlingProcess.objections(record)).as(gatling.output()).isEmpty();
    OverheadBudget budget =
        OverheadBudget.of(List.of(new RecordedRun("run", record, Optional.empty()))).orElseThrow();
    // Each is rounded to six digits.
    assertThat(budget.pieces().values().stream().mapToDouble(ms -> ms).sum())
        .isCloseTo(budget.overheadMs(), within(1e-3));
    return budget;
  }

  private void collectUntilItEnds(long pid) {
    try {
      while (run(JDK.resolve("jcmd").toString(), Long.toString(pid), "GC.run") == 0) {
        Thread.sleep(20);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      // the load is over
    }
  }

  private int run(String... command) throws IOException, InterruptedException {
    Process process = start(command);
    return process.waitFor(120, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  private Process start(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    started.add(process);
    return process;
  }
}
