package io.github.restcomparison.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Ranking;
import io.github.restcomparison.analysis.page.ReadablePage;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SamplePlans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartUpPageTest {
  private static final int ROUNDS = 6;

  @TempDir private Path folder;

  private ExperimentPlan plan() {
    RunRecord any = Records.record(Service.VERTX_REST, 1, 1, 1);
    return SamplePlans.of(
        any.identity().session(),
        SamplePlans.design(ROUNDS, "vertx-rest", "jersey-async"),
        any.settings());
  }

  /** Vert.x in half of the time, and for the same CPU time but for noise of a few percent. */
  private void write(boolean hasLoad) throws IOException {
    Records records = new Records(folder);
    for (int round = 1; round <= ROUNDS; round++) {
      double noise = 1 + 0.01 * round;
      for (Service each : List.of(Service.VERTX_REST, Service.JERSEY_ASYNC)) {
        double ms = each == Service.VERTX_REST ? 500 : 1_000;
        double first = (ms + 100) * noise;
        double cpu = each == Service.VERTX_REST ? 800 * noise : 800 / noise;
        records.write(
            Records.edited(
                Records.record(each, round, 1, 1),
                json -> {
                  if (!hasLoad) {
                    json.remove(List.of("load", "server", "generator", "host"));
                  }
                  json.putObject("startUp")
                      .put("readyMs", ms)
                      .put("firstAnswerMs", first)
                      .put("startUpCpuMs", cpu);
                  json.withObject("/environment")
                      .putArray("serviceJvm")
                      .add("-Xmx512m")
                      .add("-XX:AOTCache=a.aot");
                }));
      }
    }
  }

  @Test
  void startUpAloneIsRankedAndInAllOutputs() throws Exception {
    plan().measuringStartUp().write(folder);
    write(false);
    Report.Result written = Report.write(folder);
    Comparison comparison = written.comparison();
    assertThat(comparison.status()).isEqualTo(RunRecord.Status.VALID);
    assertThat(comparison.statement()).isEqualTo("1 of 2 comparisons decided; 6 rounds");
    assertThat(comparison.ranking())
        .extracting(Ranking::tested)
        .containsExactly(TestedMetric.START_UP, TestedMetric.START_UP_CPU);
    assertThat(comparison.pair(TestedMetric.START_UP, "vertx-rest", "jersey-async").orElseThrow())
        .satisfies(pair -> assertThat(pair.better()).isEqualTo("vertx-rest"));
    assertThat(written.terminal(TerminalStyle.PLAIN))
        .contains("vertx-rest needs at least 45 % less start-up time than jersey-async")
        .contains("621 (606 to 636)", "-XX:AOTCache=a.aot")
        .doesNotContain("throughput", "NaN");
    assertThat(folder.resolve("comparison.csv"))
        .content()
        .contains("vertx-rest,1,VALID,firstAnswer,606,ms", "startUpCpu", "ready");
    assertThat(folder.resolve("comparison.json"))
        .content()
        .contains("\"metric\" : \"firstAnswer\"", "\"metric\" : \"startUpCpu\"");
    assertThat(folder.resolve("comparison.md")).content().doesNotContain("NaN", "requests/s");
  }

  /** It has figures, and no verdict. */
  @Test
  void startUpWithALoadIsNotRanked() throws Exception {
    plan().write(folder);
    write(true);
    assertThat(Report.write(folder).comparison().ranking())
        .extracting(Ranking::tested)
        .containsExactly(TestedMetric.THROUGHPUT, TestedMetric.P99, TestedMetric.CPU_PER_REQUEST);
    assertThat(folder.resolve("comparison.md")).content().contains("first correct response, ms");
  }

  @Test
  void pageCanBeReadByEveryone() throws Exception {
    plan().measuringStartUp().write(folder);
    write(false);
    Report.write(folder);
    ReadablePage.assertReadable(folder, 2);
  }
}
