package io.github.restcomparison.analysis.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.GoldenFiles;
import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.ReadablePage;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.StudyPlace;
import io.github.restcomparison.records.plan.SamplePlans;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyPageTest {
  @TempDir private Path folder;

  private void write(String study, String... loads) throws IOException {
    Map<String, ExperimentPlan> plans = new LinkedHashMap<>();
    for (String load : loads) {
      plans.put(load, plan(study, load));
    }
    Report.writeStudy(folder, new StudyPlan(study, plans));
  }

  private static ExperimentPlan plan(String study, String load) {
    ExperimentPlan plan =
        SamplePlans.of(
            SamplePlans.design(8, "jersey-sync", "vertx-rest", "jersey-async-thread"),
            SamplePlans.LOAD);
    Optional<StudyPlace> part = Optional.of(new StudyPlace(study, load));
    return new ExperimentPlan("s", plan.design(), plan.load(), plan.setup(), part);
  }

  private Path load() throws IOException {
    Path load = folder.resolve("1000-users");
    Files.createDirectories(load);
    for (int round = 1; round <= 8; round++) {
      new Records(load).writeWithSamples(Records.record(Service.JERSEY_SYNC, round, 1, 1));
      new Records(load).writeWithSamples(Records.record(Service.VERTX_REST, round, 1, 1));
      new Records(load)
          .writeWithSamples(
              Records.named(
                  Records.record(Service.JERSEY_ASYNC, round, 0.5 + 0.001 * (round % 3), 1),
                  "jersey-async-thread",
                  "index.html"));
    }
    plan("rest-2014", "1000-users").write(load);
    return load;
  }

  @Test
  void everyPublishedFigureHasAMeasuredOne() {
    assertThat(Study.all())
        .flatExtracting(Study::figures)
        .flatExtracting(row -> row.published().keySet())
        .isNotEmpty()
        .isSubsetOf(StudyPage.MEASURED.stream().map(RunMetric::head).toList());
  }

  /**
   * 70/s of 100 ms are 7 concurrent requests; 1,970/s of 100 ms are 197. Half of 8,600/s are 2.2
   * times 1,970/s, where 14.3 times 70/s were published.
   */
  @Test
  void pageOfAnExperimentHasTheClaimsAndFiguresOfItsLoad() throws IOException {
    Path load = load();
    Report.write(load);
    assertThat(Files.readString(load.resolve("comparison.md")))
        .containsSubsequence(
            "Published and measured",
            "| Jersey with a new thread for each request answers more than Jersey that blocks |"
                + " throughput, ratio 14.3 | 2.19 (",
            "| holds | agrees in direction, differs in size: jersey-async-thread",
            "| requests/s | 70 | 1,970 |",
            "- jersey-sync is bound by threads, 197 requests wait concurrently here, 7 in the publication");
    assertThat(load.resolve("index.html")).content().contains("throughput, ratio 14.3");
  }

  /** As a study leaves it that was killed in the first run of its second load. */
  @Test
  void loadWithoutARecordDoesNotEndThePage() throws IOException {
    load();
    Path broken = Files.createDirectories(folder.resolve("500-users/runs/01-x"));
    Files.writeString(broken.resolve("run.json"), "{\"sch");
    write("gateway-2010", "500-users", "1000-users");
    assertThat(Files.readString(folder.resolve("study.md")))
        .contains("**Incomplete**", "## 1000-users")
        .doesNotContain("## 500-users");
  }

  @Test
  void studyHasASeparatePage() throws IOException {
    load();
    write("rest-2014", "1000-users");
    assertThat(Files.readString(folder.resolve("study.md")))
        .startsWith("# rest-2014: REST API performance")
        .contains("./compare study rest-2014\n")
        .contains("vertx-jersey was not measured at 1000-users")
        .contains("| jersey-sync | Jersey, blocking | requests/s | 70 | 1,970 |")
        .doesNotContain("](");
    GoldenFiles.assertSame(folder, "study", "study.md");
  }

  @Test
  void pagesCanBeReadByEveryone() throws IOException {
    Path load = load();
    write("rest-2014", "1000-users");
    ReadablePage.assertReadable(folder, 0);
    ReadablePage.assertReadable(load, 8);
  }
}
