package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.compare.cli.CompareInProcess;
import io.github.restcomparison.compare.cli.CompareInProcess.Ended;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published comparisons, run again: two loads with other waits than the fixed one, and clients. */
@Tag("full")
@Order(2)
class StudiesIT {
  @TempDir private Path folder;

  @Test
  void studyWaitsAtRandomAndForSharedEventsAndHasAPage() throws Exception {
    Path study = folder.resolve("study");
    try (CompareProcess run =
        CompareProcess.start(
            folder,
            "study",
            "async-servlet-2016",
            "--users=60",
            "--requests=5",
            "--delay=200ms",
            "--rounds=1",
            "--control=none",
            "--warm-up=0s",
            "--out",
            study.toString())) {
      assertThat(run.exitCode()).as(run.output()).isIn(0, 1);
      assertThat(run.output()).contains("study.md");
    }
    assertThat(records(study.resolve("random-wait")))
        .hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(run -> assertThat(run.status()).isNotEqualTo(Status.FAILED))
        .allSatisfy(run -> assertThat(run.settings().waitKind()).isEqualTo(Wait.UNIFORM));
    assertThat(records(study.resolve("shared-event")))
        .isNotEmpty()
        .allSatisfy(run -> assertThat(run.status()).isNotEqualTo(Status.FAILED))
        .allSatisfy(run -> assertThat(run.settings().waitKind()).isEqualTo(Wait.SHARED_TICK));

    Path page = study.resolve(Report.STUDY_PAGE);
    String written = Files.readString(page);
    assertThat(written)
        .contains(
            "| tomcat | blocking | mean, ms | 9,492 |",
            "async, batched event",
            "| The asynchronous servlet answers more than the blocking one | throughput, ratio 4.82 |",
            "| not decidable on this host |");
    Files.delete(page);
    Ended report = CompareInProcess.run("report", study.toString());
    assertThat(report.exitCode()).as(report.output()).isIn(0, 1);
    assertThat(page).hasContent(written);
  }

  @Tag("nightly")
  @Test
  void clientsAreComparedByWhatTheirBurstsTake() throws Exception {
    Path experiment = folder.resolve("clients");
    try (CompareProcess run =
        CompareProcess.start(
            folder,
            "run",
            "--variants",
            "client-virtual,client-async",
            "--users",
            "50",
            "--rounds",
            "1",
            "--control=none",
            "--out",
            experiment.toString())) {
      assertThat(run.exitCode()).as(run.output()).isIn(0, 1);
      assertThat(run.output()).contains("client-virtual", "client-async");
    }
    assertThat(records(experiment))
        .hasSize(2)
        .allSatisfy(run -> assertThat(run.status()).as("%s", run).isNotEqualTo(Status.FAILED))
        .allSatisfy(run -> assertThat(GatlingProcess.objections(run)).isEmpty())
        .allSatisfy(run -> assertThat(run.load().orElseThrow().throughput()).isNotNaN());
  }

  private static List<RunRecord> records(Path experiment) throws IOException {
    List<RunRecord> records = new ArrayList<>();
    try (Stream<Path> runs = Files.list(experiment.resolve("runs"))) {
      for (Path run : runs.toList()) {
        records.add(new RunFolder(run).readRecord());
      }
    }
    return records;
  }
}
