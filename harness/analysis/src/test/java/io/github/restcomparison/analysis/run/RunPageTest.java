package io.github.restcomparison.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.PageSource;
import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Family;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.PairSentences;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class RunPageTest {
  @TempDir private Path folder;

  private String page(String setting, String value) throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.record(Service.JERSEY_SYNC, 1, 1, 1),
                json -> {
                  ObjectNode settings = (ObjectNode) json.get("settings");
                  if (value.matches("\\d+")) {
                    settings.put(setting, Integer.parseInt(value));
                  } else {
                    settings.put(setting, value);
                  }
                }));
    Report.write(folder);
    return PageSource.of(folder.resolve("index.html"));
  }

  /** A p50 of 503 ms, of which 50 ms are the mean of waits from 0 to 100 ms. */
  @Test
  void uniformWaitCountsWithItsMean() throws IOException {
    assertThat(page("wait", "uniform"))
        .containsSubsequence("overhead (p50 − mean wait), ms", "<td class=\"left\">453</td>");
  }

  /** Each of three alike is tested at 5 % / 3: 96.67 % is not 96.7 %. */
  @Test
  void confidenceOfAPairIsRoundedDown() {
    LogRatio ratio =
        LogRatio.paired(
            Map.of(1, 1.0, 2, 1.01, 3, 0.99),
            Map.of(1, 1.01, 2, 1.0, 3, 1.0),
            NoiseFloor.NOT_MEASURED);
    List<Pair> alike =
        Stream.of("b", "c", "d")
            .map(each -> Pair.of("a", each, TestedMetric.THROUGHPUT, ratio, Set.of()))
            .toList();
    assertThat(Family.judgedOnce(NoiseFloor.MIN_MARGIN).judge(alike))
        .allSatisfy(
            pair -> {
              assertThat(pair.sentence()).contains("(96.6 % interval of equivalence:");
              assertThat(PairSentences.interval(pair, pair.a())).startsWith("96.6 %: ");
            });
  }

  /** 80 connections bound it sooner than its 200 threads. */
  @Test
  void poolOfConnectionsIsNotCalledThreads() throws IOException {
    assertThat(page("downstreamConnections", "80"))
        .contains("{\"name\":\"connections\",\"from\":800.0,\"to\":800.0}")
        .doesNotContain("\"name\":\"threads\"");
  }

  /** 30,000/s are far from the 1,970/s of a service whose wait is unknown. */
  @Test
  void capacityOfTheGeneratorDoesNotSquashTheBars() throws IOException {
    Records records = new Records(folder);
    records.write(
        Records.edited(
            Records.record(Service.JERSEY_SYNC, 1, 1, 1),
            json -> ((ObjectNode) json.get("settings")).put("wait", "stated").put("delay", "0ms")));
    records.calibrated(30_000);
    Report.write(folder);
    assertThat(PageSource.of(folder.resolve("index.html")))
        .contains("\"rows\":[\"jersey-sync\"],\"marks\":[]");
    records.calibrated(2_500);
    Report.write(folder);
    assertThat(PageSource.of(folder.resolve("index.html")))
        .contains("\"marks\":[{\"name\":\"generator\",\"from\":2500.0,\"to\":2500.0}]");
  }

  /** Two columns are easier to read than one row of eight. */
  @Test
  void figuresOfOneVariantAreBelowOneAnother() throws IOException {
    new Records(folder).valid(Service.VERTX_REST, 1, 1, 1);
    Report.write(folder);
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("| variant | vertx-rest |\n| --- | --- |\n", "\n| p99, ms | 140 |\n");
  }

  /** One sends 100 kB, the others 107 bytes. */
  @Test
  void sizesOfResponsesAreShownAndNotedIfTheyDiffer() throws IOException {
    Records records = new Records(folder);
    records.valid(Service.JERSEY_ASYNC, 1, 1, 1);
    records.valid(Service.JERSEY_SYNC, 1, 1, 1);
    Report.write(folder);
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("bytes/response", "107")
        .doesNotContain("differ");

    RunRecord large = Records.record(Service.VERTX_REST, 1, 1, 1);
    double throughput = large.load().orElseThrow().throughput();
    records.write(
        Records.edited(
            large,
            json -> ((ObjectNode) json.get("load")).put("bytesPerSecond", 100_000 * throughput)));
    String terminal = Report.write(folder).terminal(TerminalStyle.PLAIN).replaceAll("\\s+", " ");
    String note =
        "size of responses differs: 100,000 bytes (vertx-rest), 107 bytes (jersey-async, jersey-sync)";
    assertThat(terminal).contains(note);
    assertThat(Files.readString(folder.resolve("comparison.md"))).contains("100,000", note);
  }

  /** Twelve kinds of request, of which kind-1 is the slowest. */
  @Test
  void ofManyKindsOfRequestTheSlowestAreInTheTable() throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.record(Service.VERTX_REST, 1, 1, 1),
                json -> {
                  for (int kind = 1; kind <= 12; kind++) {
                    ObjectNode latency = ((ObjectNode) json.get("load").get("latency")).deepCopy();
                    json.withObject("latencyByRequest")
                        .set("kind-" + kind, latency.put("p99", 500 - kind));
                  }
                }));
    Report.write(folder);
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("Of 12 kinds of request, the 10 with the highest p99.")
        .containsSubsequence(
            "| request | variant | p50, ms | p95, ms | p99, ms |",
            "| kind-1 | vertx-rest | 102 | 116 | 499 |",
            "| kind-10 | vertx-rest | 102 | 116 | 490 |")
        .doesNotContain("kind-11", "kind-12");
    assertThat(Files.readString(folder.resolve("comparison.json"))).contains("kind-12");
  }

  @Test
  void paceIsInTheSentenceAndInTheSettings() throws IOException {
    new Records(folder)
        .write(Records.paced(Records.record(Service.VERTX_REST, 1, 1, 1), "exp:300ms", "5s"));
    Report.write(folder);
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains(
            "1,000 users who start over 5 seconds, closed model",
            "100 requests, one after the other, with exponential pauses of 300 ms on average; ");
    assertThat(PageSource.of(folder.resolve("index.html")))
        .contains("Think time: exp:300ms", "Ramp-up: 5s");
  }

  @Test
  void thousandRequestsHaveAPercentileOfOneInAThousand() {
    assertThat(RunCharts.percentiles(1_000)).endsWith(99.5, 99.9);
    assertThat(RunCharts.percentiles(999)).endsWith(99.0, 99.5);
  }
}
