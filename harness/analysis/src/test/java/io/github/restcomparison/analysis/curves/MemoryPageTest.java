package io.github.restcomparison.analysis.curves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.ReadablePage;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SamplePlans;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * 1,000 requests wait in vertx-rest, with 4 KiB of heap each; all requests to jersey-sync failed.
 */
class MemoryPageTest {
  private static final GridCell CELL =
      new GridCell(1_000, 100, 2, List.of("vertx-rest", "jersey-sync"));

  @TempDir private Path folder;
  private Records records;

  @BeforeEach
  void writePlan() throws IOException {
    ExperimentPlan runs =
        SamplePlans.of(SamplePlans.design(1, CELL.variants()), SamplePlans.users(1_000, 2, 10_000))
            .measuringMemory(2);
    new SweepPlan(List.of(1_000), List.of(100), List.of(CELL), List.of(), runs).write(folder);
    records = new Records(folder.resolve(CELL.folder()));
    records.write(waiting(Records.record(Service.VERTX_REST, 1, 1, 1)));
  }

  private static RunRecord waiting(RunRecord record) {
    return Records.edited(
        record,
        json -> {
          ObjectNode waiting = json.putObject("waiting").put("waiting", 1_000);
          waiting.putObject("before").put("heapAfterGc", 1_048_576).put("rss", 0).put("threads", 9);
          waiting
              .putObject("during")
              .put("heapAfterGc", 1_048_576 + 4_096_000)
              .put("rss", 8_192_000)
              .put("threads", 12);
        });
  }

  private Page page() throws IOException {
    return Report.writeCurves(folder).orElseThrow();
  }

  @Test
  void eachWaitingRequestCostsTheDifference() throws IOException {
    records.write(waiting(Records.record(Service.JERSEY_SYNC, 1, 1, 1)));
    assertThat(page().lines())
        .containsExactly(
            "VALID: all requests succeeded",
            "vertx-rest, 1,000 waiting: all succeeded; 4 KiB of heap and 8 KiB of resident memory"
                + " each, 12 threads",
            "jersey-sync, 1,000 waiting: all succeeded; 4 KiB of heap and 8 KiB of resident memory"
                + " each, 12 threads");
    assertThat(Files.readString(folder.resolve("memory.md")))
        .contains("| vertx-rest, 1,000 | 100,000 | 0 | 1 | 4.91 | 4 | 8 | 12 | – |");
  }

  /** The headline was VALID. */
  @Test
  void figuresOfAnInvalidRunAreShownAndThePageIsInvalid() throws IOException {
    RunRecord busy = waiting(Records.record(Service.JERSEY_SYNC, 1, 1, 1));
    records.write(
        Records.withStatus(busy, Status.INVALID, "other processes used 40 % of the CPUs"));
    assertThat(page().lines())
        .contains(
            "INVALID: all requests succeeded; 1 run INVALID (other processes used 40 % of the"
                + " CPUs)",
            "jersey-sync, 1,000 waiting: all succeeded; 4 KiB of heap and 8 KiB of resident memory"
                + " each, 12 threads (INVALID)");
  }

  @Test
  void runThatWasNotMeasuredIsMissing() throws IOException {
    assertThat(page().lines())
        .first()
        .isEqualTo("INVALID: all requests succeeded; 1 run not measured");
  }

  @Test
  void failedRunIsShownWithItsReason() throws IOException {
    records.broken(Service.JERSEY_SYNC, 1, Status.FAILED, "it is out of memory");
    assertThat(page().lines())
        .contains(
            "FAILED: some requests failed, or not all waited concurrently",
            "jersey-sync, 1,000 waiting: it is out of memory");
  }

  @Test
  void recordThatCannotBeReadIsNamedAndTheOthersCount() throws IOException {
    RunRecord broken = Records.record(Service.JERSEY_SYNC, 1, 1, 1);
    records.write(broken);
    Files.writeString(records.folder(broken).recordFile(), "{\"sch");
    assertThat(page().lines())
        .hasSize(2)
        .first()
        .isEqualTo("INVALID: all requests succeeded; 1 record could not be read");
    assertThat(Files.readString(folder.resolve("memory.md")))
        .contains("- %s/runs/01-jersey".formatted(CELL.folder()), "run.json cannot be read");
  }

  @Test
  void pageCanBeReadByEveryone() throws IOException {
    records.write(waiting(Records.record(Service.JERSEY_SYNC, 1, 1, 1)));
    Report.writeCurves(folder);
    ReadablePage.assertReadable(folder, 2);
  }
}
