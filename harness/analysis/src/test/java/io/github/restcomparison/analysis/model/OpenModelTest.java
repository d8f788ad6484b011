package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Two services respond to all of 1,000 requests/s: one after 105.25 ms, one after 506.25 ms. */
class OpenModelTest {
  @TempDir private Path folder;

  @BeforeEach
  void measured() throws IOException {
    for (int round = 1; round <= 3; round++) {
      run(Service.VERTX_REST, round);
      run(Service.JERSEY_SYNC, round);
    }
  }

  private void run(Service service, int round) throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.record(service, round, 1, 1),
                json -> {
                  Records.open(json);
                  ((ObjectNode) json.get("load").get("latency")).put("mean", 1).put("p99", 1);
                }));
  }

  /** The schedule is the throughput of both, so it is no result. */
  @Test
  void servicesAreComparedByTheTimeOfARequest() throws IOException {
    Comparison comparison = Comparison.of(RecordedRuns.read(folder));

    assertThat(Findings.of(comparison))
        .containsExactly(
            "vertx-rest has a mean latency at least 79 % lower than jersey-sync",
            "vertx-rest has a p99 at least 73 % lower than jersey-sync",
            "vertx-rest needs at least 79 % less CPU than jersey-sync");
    assertThat(comparison.variants().getFirst().name()).isEqualTo("vertx-rest");
  }

  /** Latencies are measured from the scheduled time: service times of 1 ms hide the wait. */
  @Test
  void correctedMeanAndP99AreInAllOutputs() throws IOException {
    Report.Result written = Report.write(folder);
    assertThat(written.comparison().shownIn(Output.GLANCE))
        .containsExactly(RunMetric.MEAN, RunMetric.P99, RunMetric.CPU);
    assertThat(written.terminal(TerminalStyle.PLAIN)).contains("mean 105 ms", "p99 140 ms");
    assertThat(Files.readString(folder.resolve("comparison.md"))).contains("| mean, ms |");
    assertThat(Files.readString(folder.resolve("comparison.csv")))
        .contains("vertx-rest,1,VALID,mean,105.25,ms", "vertx-rest,1,VALID,p99,140,ms");
    JsonNode json =
        JsonMapper.shared().readTree(Files.readString(folder.resolve("comparison.json")));
    assertThat(json.at("/variants/0/latency/mean/median").asDouble()).isEqualTo(105.25);
    assertThat(json.at("/variants/0/latency/p99/median").asDouble()).isEqualTo(140);
    assertThat(json.get("pairs").valueStream())
        .extracting(pair -> pair.get("metric").asString())
        .containsExactly("mean", "p99", "cpuMicrosPerRequest");
  }
}
