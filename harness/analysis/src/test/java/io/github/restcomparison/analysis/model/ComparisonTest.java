package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class ComparisonTest {

  @TempDir private Path folder;
  private Records records;

  @BeforeEach
  void records() {
    records = new Records(folder);
  }

  @Test
  void oneRoundIsIndicative() throws IOException {
    Rounds.write(records, 1);
    Comparison comparison = Report.write(folder).comparison();

    assertThat(pages()).doesNotContain("Optional", "http:", "https:");
    assertThat(comparison.status()).isEqualTo(Status.VALID);
    assertThat(comparison.statement()).startsWith("1 round");
    assertThat(comparison.pairs())
        .hasSize(9)
        .allSatisfy(
            pair -> {
              assertThat(pair.verdict()).isEqualTo("preview: 1 round");
              assertThat(pair.isPreview()).isTrue();
              assertThat(pair.interval().hasInterval()).isFalse();
            });
    assertThat(comparison.variants())
        .allSatisfy(each -> assertThat(each.figure(RunMetric.THROUGHPUT).low()).isNaN());
  }

  @Test
  void variantLimitedByTheGeneratorIsNotCalledSlower() throws IOException {
    for (int round = 1; round <= 10; round++) {
      records.valid(Records.Service.VERTX_REST, round, 1 + round / 1e3, 1);
      records.write(Records.heldBack(Records.record(Records.Service.JERSEY_ASYNC, round, 1, 1)));
    }
    Comparison comparison = Report.write(folder).comparison();

    assertThat(pair(comparison, "vertx-rest", "jersey-async", "throughput").sentence())
        .contains("not ranked", "the load generator limited jersey-async");
    assertThat(pair(comparison, "vertx-rest", "jersey-async", "cpuMicrosPerRequest").verdict())
        .startsWith("vertx-rest: at least")
        .endsWith("less CPU");
    assertThat(comparison.variants())
        .extracting(each -> each.bottleneck().orElseThrow().boundText())
        .containsExactly("overhead (unexplained)", "generator");
    assertThat(comparison.variants().getLast().bottleneckSentence())
        .hasValueSatisfying(
            bound ->
                assertThat(bound)
                    .startsWith("generator: the load generator used 99 % of its CPUs"));
    // its figure is a lower bound wherever it is printed
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("- vertx-rest and jersey-async are not ranked by throughput: INVALID, the load")
        .contains("| at least 8,600")
        .doesNotContain("| 8,600", "<br>8,600")
        .contains("| at most 152");
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN)).contains("at least 8,600/s");
  }

  /** A collection or two, and whatever the host did: no figure of so short a time is one. */
  @Test
  void windowBelowThreeSecondsIsAPreview() throws IOException {
    for (int round = 1; round <= 3; round++) {
      for (Service service : List.of(Service.VERTX_REST, Service.JERSEY_SYNC)) {
        records.write(
            Records.edited(
                Records.record(service, round, 1 + round * .001, 1),
                json -> ((ObjectNode) json.get("load")).put("windowSeconds", 0.4)));
      }
    }
    Comparison comparison = Report.write(folder).comparison();
    assertThat(comparison.status()).isEqualTo(Status.VALID);
    assertThat(comparison.isPreview()).isTrue();
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .containsPattern(
            "\\*\\*Preview\\*\\*: 3 rounds; only 0.4 s were measured; at least 3 s are needed\n");
  }

  @Test
  void variantWithoutASteadyRunIsNamedAndAPreview() throws IOException {
    for (int round = 1; round <= 3; round++) {
      boolean isWarm = round == 2;
      for (Service service : List.of(Service.VERTX_REST, Service.JERSEY_SYNC)) {
        records.write(
            Records.edited(
                Records.record(service, round, 1 + round * .001, 1),
                json ->
                    ((ObjectNode) json.get("load"))
                        .put("steady", isWarm && service == Service.VERTX_REST)));
      }
    }
    Comparison comparison = Report.write(folder).comparison();
    assertThat(comparison.isPreview()).isTrue();
    assertThat(comparison.statement())
        .isEqualTo("3 rounds; 5 of 6 runs not steady; no run of jersey-sync was steady");
  }

  @Test
  void tenRoundsGiveIntervalsAndVerdicts() throws IOException {
    Rounds.write(records, 10);
    Comparison comparison = Report.write(folder).comparison();

    assertThat(comparison.variants())
        .extracting(VariantRuns::name)
        .containsExactly("vertx-rest", "jersey-async", "jersey-sync");
    // Steps of -4 to +5 thousandths: the median lies at +0.5, the 2nd smallest at -3, the 2nd
    // largest at +4.
    Estimate throughput = comparison.variants().getFirst().figure(RunMetric.THROUGHPUT);
    assertThat(throughput.value()).isCloseTo(9_550 * 1.0005, within(0.1));
    assertThat(throughput.low()).isCloseTo(9_550 * 0.997, within(0.1));
    assertThat(throughput.high()).isCloseTo(9_550 * 1.004, within(0.1));
    assertThat(comparison.variants().getFirst().percentOfCeiling())
        .isCloseTo(95.54775, within(0.001));
    Pair pair = pair(comparison, "vertx-rest", "jersey-async", "throughput");
    // 9,550 / 8,600 = 1.1105; the noise is below 1 %.
    assertThat(pair.ratio()).isCloseTo(1.1122, within(0.0005));
    assertThat(pair.verdict()).isEqualTo("vertx-rest: at least 10 % more requests");
    assertThat(pair.test().p()).isLessThan(1e-9);
    assertThat(pair.state()).isEqualTo(Pair.State.DECIDED);
    assertThat(comparison.isComplete()).isTrue();
    assertThat(pair(comparison, "vertx-rest", "jersey-async", "cpuMicrosPerRequest").verdict())
        .startsWith("vertx-rest: at least 7");
  }

  @Test
  void failedVariantHasNoFigures() throws IOException {
    records.valid(Service.VERTX_REST, 1, 1, 1);
    records.broken(Service.JERSEY_ASYNC, 1, Status.FAILED, "37 requests failed");
    Comparison comparison = Report.write(folder).comparison();

    assertThat(comparison.status()).isEqualTo(Status.FAILED);
    assertThat(comparison.statement()).contains("jersey-async is FAILED and not ranked");
    VariantRuns failed = comparison.variants().getLast();
    assertThat(failed.isRanked()).isFalse();
    assertThat(failed.percentOfCeiling()).isNaN();
    assertThat(failed.ranked()).isEmpty();
    assertThat(failed.bottleneckSentence()).isEmpty();
    assertThat(comparison.pairs())
        .allSatisfy(
            pair -> {
              assertThat(pair.verdict()).isEqualTo("FAILED");
              assertThat(pair.ratio()).isNaN();
            });
    assertThat(pages()).doesNotContain("8,600").doesNotContain("8600");
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN))
        .doesNotContain("8,600")
        .contains("37 requests");
  }

  @Test
  void oneLostRoundOfTenIsExcluded() throws IOException {
    Rounds.write(records, 10);
    records.broken(Service.JERSEY_SYNC, 3, Status.INVALID, "Little's law does not hold");
    Comparison comparison = Report.write(folder).comparison();

    VariantRuns sync = comparison.variants().getLast();
    assertThat(sync.status()).isEqualTo(Status.VALID);
    assertThat(sync.planned()).isEqualTo(10);
    assertThat(sync.valid()).hasSize(9);
    assertThat(pair(comparison, "vertx-rest", "jersey-sync", "throughput").rounds()).isEqualTo(9);
    assertThat(pair(comparison, "vertx-rest", "jersey-async", "throughput").rounds()).isEqualTo(10);
    assertThat(comparison.statement()).contains("jersey-sync lost 1 of 10 rounds");
    assertThat(pages()).contains("round 3 INVALID: Little's law does not hold");
  }

  @Test
  void variantThatLostMoreThanAFifthIsNotRanked() throws IOException {
    Rounds.write(records, 10);
    for (int round = 1; round <= 3; round++) {
      records.broken(Service.JERSEY_SYNC, round, Status.INVALID, "CPU was stolen");
    }
    Comparison comparison = Report.write(folder).comparison();

    assertThat(comparison.status()).isEqualTo(Status.INVALID);
    assertThat(comparison.variants().getLast().ranked()).isEmpty();
  }

  @Test
  void brokenRecordIsNamedAndInNoFigure() throws IOException {
    Rounds.write(records, 10);
    Path broken = folder.resolve("runs/04-vertx_rest/run.json");
    Files.writeString(broken, "{ \"schema\": 1, \"variant\": ");
    Path half = folder.resolve("runs/05-vertx_rest/run.json");
    Files.writeString(
        half,
        "{ \"schema\": 1, \"variant\": \"vertx-rest\", \"round\": 5, \"position\": 1, \"attempt\": 1 }");
    Comparison comparison = Report.write(folder).comparison();

    assertThat(comparison.runs().unreadable())
        .hasSize(2)
        .satisfiesExactly(
            one -> assertThat(one).contains("runs/04-vertx_rest/run.json cannot be read"),
            two ->
                assertThat(two)
                    .contains(
                        "runs/05-vertx_rest/run.json",
                        "Null value for creator property 'session'"));
    assertThat(comparison.status()).isEqualTo(Status.INVALID);
    assertThat(comparison.variants().getFirst().valid()).hasSize(8);
    assertThat(Files.readString(folder.resolve("index.html")))
        .contains("runs/04-vertx_rest/run.json cannot be read");
  }

  @Test
  void folderWithoutRunsIsOneLine() throws IOException {
    assertThatIOException()
        .isThrownBy(() -> Report.write(folder))
        .withMessageContaining("runs is missing");
    Files.createDirectories(folder.resolve("runs/01-killed"));
    assertThatIOException()
        .isThrownBy(() -> Report.write(folder))
        .withMessageContaining("runs/01-killed/run.json is missing");
  }

  @Test
  void runsWithOtherSettingsAreExcluded() throws IOException {
    records.valid(Service.VERTX_REST, 1, 1, 1);
    RunRecord other = Records.record(Service.JERSEY_ASYNC, 1, 1, 1);
    records.write(Records.withUsers(other, 500));
    Comparison comparison = Report.write(folder).comparison();

    assertThat(comparison.variants()).extracting(VariantRuns::name).containsExactly("vertx-rest");
    assertThat(comparison.runs().excluded())
        .containsExactly(
            "runs/01-jersey_async: other settings, users 500, requests per user 100, fixed delay 100 ms");
  }

  /** Also if only the kind of pause differs. */
  @Test
  void runsWithAnotherPaceAreExcluded() throws IOException {
    records.write(Records.paced(Records.record(Service.VERTX_REST, 1, 1, 1), "300ms", "5s"));
    records.write(Records.paced(Records.record(Service.JERSEY_ASYNC, 1, 1, 1), "exp:300ms", "5s"));
    assertThat(Report.write(folder).comparison().runs().excluded())
        .containsExactly(
            "runs/01-jersey_async: other settings, users 1000, requests per user 100, fixed delay 100"
                + " ms, think exp:300ms, ramp-up 5s");
  }

  /** 1,000 users / (100 ms + 10 ms). */
  @Test
  void ceilingCountsThinkTime() throws IOException {
    records.write(Records.paced(Records.record(Service.VERTX_REST, 1, 0.94, 1), "10ms", "0s"));
    VariantRuns variant = Report.write(folder).comparison().variants().getFirst();
    assertThat(variant.ceiling()).isEqualTo(9_090.91);
    assertThat(variant.bottleneckSentence().orElseThrow())
        .startsWith(
            "users: 8,977 requests/s is 98.7 % of the 9,091 that 1,000 users / (100 ms + 10 ms of"
                + " think time) allow");
    assertThat(variant.percentOfCeiling()).isEqualTo(98.747);
  }

  @Test
  void bottlenecks() throws IOException {
    records.valid(Service.VERTX_REST, 1, 1.02, 1);
    records.valid(Service.JERSEY_ASYNC, 1, 1, 1);
    records.valid(Service.JERSEY_SYNC, 1, 1, 1);
    Comparison comparison = Report.write(folder).comparison();

    assertThat(comparison.variants())
        .extracting(each -> each.bottleneckSentence().orElseThrow())
        .containsExactly(
            "users: 9,741 requests/s is 97.4 % of the 10,000 that 1,000 users / 100 ms allow;"
                + " 4.5 ms over the delay of 100 ms: 0.6 wake-up delay, 3.6 unexplained",
            "overhead (unexplained): 8,600 requests/s is 86 % of the 10,000 that 1,000 users / 100 ms allow;"
                + " 16 ms over the delay of 100 ms: 1.9 wake-up delay, 14 unexplained",
            "threads: 1,970 requests/s is 98.5 % of the 2,000 that 200 threads / 100 ms allow;"
                + " 406 ms over the delay of 100 ms: 402 waiting for a worker");
    assertThat(comparison.variants().getLast().ceiling()).isEqualTo(2_000);
  }

  /** All of them, the page with the data of its charts but without its scripts. */
  private String pages() throws IOException {
    String html = Files.readString(folder.resolve("index.html"));
    return Files.readString(folder.resolve("comparison.json"))
        + Files.readString(folder.resolve("comparison.csv"))
        + Files.readString(folder.resolve("comparison.md"))
        + html.substring(0, html.indexOf("<script>")).replace("&#39;", "'");
  }

  private static Pair pair(Comparison comparison, String a, String b, String metric) {
    return comparison.pairs().stream()
        .filter(
            each ->
                each.a().equals(a)
                    && each.b().equals(b)
                    && each.tested().metric().name().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  /** Of 101 and 176 ms it is 176: 138.5 ms is a latency that no run had. */
  @Test
  void percentilesOfTwoRoundsAreNotAveraged() throws IOException {
    for (int round = 1; round <= 2; round++) {
      int ms = round == 1 ? 101 : 176;
      records.write(
          Records.edited(
              Records.record(Service.VERTX_REST, round, 1, 1),
              json ->
                  ((ObjectNode) json.get("load").get("latency"))
                      .put("min", ms)
                      .put("p50", ms)
                      .put("p99", ms)
                      .put("max", ms)));
    }
    VariantRuns variant = Report.write(folder).comparison().variants().getFirst();
    assertThat(Stream.of(RunMetric.MIN, RunMetric.P50, RunMetric.P99, RunMetric.MAX))
        .allSatisfy(metric -> assertThat(variant.median(metric)).isEqualTo(176));
  }

  @Test
  void latenciesOfASimulationLackExcludedSeconds() throws IOException {
    records.write(Records.ofUser(Records.record(Service.VERTX_REST, 1, 1, 1)));
    assertThat(Report.write(folder).comparison().runs().sentence())
        .contains(
            "your simulation a.Simulation", "of all its requests except those in excluded seconds");
  }
}
