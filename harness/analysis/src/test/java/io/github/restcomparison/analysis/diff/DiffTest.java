package io.github.restcomparison.analysis.diff;

import static io.github.restcomparison.analysis.Records.Service.JERSEY_ASYNC;
import static io.github.restcomparison.analysis.Records.Service.JERSEY_SYNC;
import static io.github.restcomparison.analysis.Records.Service.VERTX_REST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.diff.Diff.Outcome;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.TerminalPage;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Yesterday's experiment and today's. */
class DiffTest {
  private static final double NOISE = 0.01;

  @TempDir private Path folder;
  private Records before;
  private Records after;
  private final Random random = new Random(5);

  @BeforeEach
  void folders() {
    before = new Records(folder.resolve("monday"));
    after = new Records(folder.resolve("tuesday"));
  }

  @Test
  void slowerByAFifthIsARegression() throws IOException {
    rounds(before, VERTX_REST, 10, 1, 1);
    rounds(after, VERTX_REST, 10, 0.8, 1);
    Diff diff = diff();
    assertThat(outcome(diff, "throughput")).isEqualTo(Outcome.REGRESSION);
    assertThat(diff.lines().getFirst().pair().sentence())
        .startsWith("vertx-rest in monday (before) answers at least");
    assertThat(diff.regressed()).isTrue();
  }

  @Test
  void moreCpuIsARegressionAndHigherThroughputAnImprovement() throws IOException {
    rounds(before, VERTX_REST, 10, 1, 1);
    rounds(after, VERTX_REST, 10, 1.2, 1.2);
    Diff diff = diff();
    assertThat(outcome(diff, "throughput")).isEqualTo(Outcome.IMPROVEMENT);
    assertThat(outcome(diff, "CPU per request")).isEqualTo(Outcome.REGRESSION);
    assertThat(diff.regressed()).isTrue();
  }

  @Test
  void noiseIsNoRegression() throws IOException {
    rounds(before, VERTX_REST, 10, 1, 1);
    rounds(after, VERTX_REST, 10, 1, 1);
    Diff diff = diff();
    assertThat(outcome(diff, "throughput")).isEqualTo(Outcome.EQUIVALENT);
    assertThat(diff.regressed()).isFalse();
    assertThat(diff.differences()).isEmpty();
    assertThat(diff.changes()).isEmpty();
  }

  /** Slower by 8.5 %, perhaps by less than the margin of 10 %: no build stops. */
  @Test
  void smallChangeIsReportedAndPasses() throws IOException {
    rounds(before, VERTX_REST, 10, 1, 1);
    rounds(after, VERTX_REST, 10, 0.905, 1);
    Diff diff = diff();
    assertThat(outcome(diff, "throughput")).isEqualTo(Outcome.PERHAPS_WORSE);
    assertThat(TerminalPage.render(DiffPage.of(diff), TerminalStyle.PLAIN))
        .containsPattern(
            "0\\.90\\d  0\\.\\d+ to 0\\.\\d+  perhaps worse; before: 1\\d % more requests \\(\\d+ to"
                + " \\d+ %\\), perhaps no more than\\s+the margin of 10 %");
    assertThat(diff.regressed()).isFalse();
  }

  /** One build on two days, of which one is 8 % slower, with a noise of 1 % within each. */
  @Test
  void differenceBetweenDaysIsNoRegression() throws IOException {
    rounds(before, VERTX_REST, 10, 1, 1);
    rounds(after, VERTX_REST, 10, 0.92, 1);
    Diff diff = diff();
    assertThat(diff.regressed()).isFalse();
    assertThat(DiffPage.of(diff).head().statement())
        .contains("at least 10 %", "measure both builds in one run");
  }

  /**
   * A wide margin makes a weak equivalence: by hand, exp(0.087 + t(9; 0.975) 0.447 / √10) = 1.50.
   */
  @Test
  void marginOfANoisyDayIsReported() throws IOException {
    rounds(before, VERTX_REST, 10, 1, 1);
    rounds(after, VERTX_REST, 10, 1, 1);
    for (int round = 1; round <= 10; round++) {
      after.write(
          Records.controlOf(Records.record(VERTX_REST, round, round % 2 == 0 ? 0.6 : 1.4, 1)));
    }
    Page page = DiffPage.of(diff());
    assertThat(page.head().statement())
        .containsPattern("margin \\(throughput 50(\\.\\d)? %, p99 10 %, CPU per request 10 %\\)");
    assertThat(TerminalPage.render(page, TerminalStyle.PLAIN))
        .containsPattern("vertx-rest .* not told apart \\(margin 50(\\.\\d)? %\\)");
  }

  @Test
  void limitByTheGeneratorIsNoRegression() throws IOException {
    rounds(before, VERTX_REST, 10, 1, 1);
    for (int round = 1; round <= 10; round++) {
      after.write(Records.heldBack(Records.record(VERTX_REST, round, 0.8, 1)));
    }
    Diff diff = diff();
    assertThat(outcome(diff, "throughput")).isEqualTo(Outcome.NOT_COMPARABLE);
    assertThat(diff.lines().getFirst().pair().sentence()).contains("the load generator limited");
    assertThat(diff.regressed()).isFalse();
  }

  /** The gate passed, and said "No regression found". */
  @ParameterizedTest
  @CsvSource({
    "INVALID, the host was busy, vertx-rest in tuesday (after): the host was busy",
    "VALID, , vertx-rest: a verdict takes 3 rounds",
  })
  void withoutAVerdictThePageIsNotJudged(Status status, String reason, String why)
      throws IOException {
    rounds(before, VERTX_REST, 4, 1, 1);
    rounds(after, VERTX_REST, 2, 1, 1);
    if (status == Status.INVALID) {
      for (int round = 1; round <= 4; round++) {
        after.broken(VERTX_REST, round, status, reason);
      }
    }
    Diff diff = diff();
    assertThat(diff.unjudged()).containsExactly(why);
    assertThat(DiffPage.of(diff).head().status()).isEqualTo(Page.Status.NOT_JUDGED);
    assertThat(DiffPage.of(diff).head().findings()).contains("not judged: " + why);
  }

  /** None of its processes is observed: a verdict on its CPU is not required. */
  @Test
  void serviceWithoutCpuIsJudgedByItsThroughput() throws IOException {
    for (Records records : List.of(before, after)) {
      for (int round = 1; round <= 6; round++) {
        records.write(withoutCpu(round));
      }
    }
    assertThat(diff().unjudged()).isEmpty();
    rounds(after, VERTX_REST, 6, 1, 1);
    assertThat(diff().unjudged())
        .containsExactly("vertx-rest in monday (before): CPU per request was not measured");
  }

  private RunRecord withoutCpu(int round) {
    return Records.edited(
        Records.record(VERTX_REST, round, noise(), 1),
        json -> ((ObjectNode) json.get("server")).remove("cpuMicrosPerRequest"));
  }

  @Test
  void unjudgedServiceIsNamed() throws IOException {
    for (Records records : List.of(before, after)) {
      rounds(records, VERTX_REST, 4, 1, 1);
      rounds(records, JERSEY_SYNC, 4, 1, 1);
    }
    after.broken(JERSEY_SYNC, 4, Status.INVALID, "the host was busy");
    Diff diff = diff();
    assertThat(outcome(diff, "throughput")).isEqualTo(Outcome.EQUIVALENT);
    assertThat(diff.unjudged())
        .containsExactly("jersey-sync in tuesday (after): the host was busy");
  }

  @Test
  void experimentsWithoutACommonServiceAreNotCompared() throws IOException {
    rounds(before, VERTX_REST, 3, 1, 1);
    rounds(after, JERSEY_SYNC, 3, 1, 1);
    assertThatThrownBy(this::diff)
        .hasMessage(
            "not comparable: no service is in both; before: vertx-rest; after: jersey-sync");
  }

  /** They were no condition, and of two lists the values were compared without their order. */
  @Test
  void otherRequestsAreNotComparable() throws IOException {
    for (int round = 1; round <= 3; round++) {
      before.write(requests(round, "/a", 3, "/b", 1));
      after.write(requests(round, "/a", 1, "/b", 3));
    }
    assertThat(diff().differences())
        .containsExactly(
            "requests 1 weight: 3 before, 1 after", "requests 2 weight: 1 before, 3 after");
  }

  private static RunRecord requests(int round, Object... pathsAndWeights) {
    return Records.edited(
        Records.ofUser(Records.record(VERTX_REST, round, 1, 1)),
        json -> {
          ArrayNode requests = ((ObjectNode) json.get("workload")).putArray("requests");
          for (int i = 0; i < pathsAndWeights.length; i += 2) {
            ObjectNode request = requests.addObject();
            request.put("name", "GET " + pathsAndWeights[i]).put("method", "GET");
            request.put("path", (String) pathsAndWeights[i]);
            request.put("weight", (int) pathsAndWeights[i + 1]).putObject("expect");
          }
        });
  }

  @Test
  void figureOfZeroIsNotExcluded() throws IOException {
    rounds(before, VERTX_REST, 6, 1, 1);
    rounds(after, VERTX_REST, 6, 1, 1);
    after.write(
        Records.edited(
            Records.record(VERTX_REST, 3, 1, 1),
            json -> ((ObjectNode) json.get("server")).put("cpuMicrosPerRequest", 0)));
    assertThat(outcome(diff(), "CPU per request")).isEqualTo(Outcome.NOT_COMPARABLE);
    assertThat(diff().unjudged())
        .containsExactly("vertx-rest in tuesday (after): CPU per request is 0 in 1 of 6 rounds");
  }

  @Test
  void missingSettingsAndFlagsAreReadable() throws IOException {
    rounds(before, JERSEY_SYNC, 3, 1, 1);
    for (int round = 1; round <= 3; round++) {
      after.write(
          Records.edited(
              Records.record(JERSEY_SYNC, round, 1, 1),
              json -> {
                ((ObjectNode) json.get("settings")).put("duration", "30s").remove("requests");
                ((ObjectNode) json.get("environment"))
                    .putArray("serviceJvm")
                    .add("-Xmx1g")
                    .add("-XX:+UseZGC");
              }));
    }
    assertThat(diff().differences()).contains("duration: none before, 30s after");
    assertThat(diff().changes())
        .anyMatch(line -> line.endsWith("after") && line.contains("-Xmx1g -XX:+UseZGC after"))
        .noneMatch(line -> line.contains("Optional") || line.contains("["));
  }

  @Test
  void fewRoundsAreIndicative() throws IOException {
    rounds(before, VERTX_REST, 3, 1, 1);
    rounds(after, VERTX_REST, 2, 0.5, 1);
    Diff diff = diff();
    assertThat(outcome(diff, "throughput")).isEqualTo(Outcome.PREVIEW);
    assertThat(diff.lines().getFirst().pair().sentence()).contains("(2 rounds: no verdict)");
    assertThat(diff.regressed()).isFalse();
  }

  @Test
  void variantThatFailsNowHasRegressed() throws IOException {
    rounds(before, VERTX_REST, 10, 1, 1);
    rounds(after, VERTX_REST, 9, 1, 1);
    after.broken(VERTX_REST, 10, Status.FAILED, "1 request failed: sorry");
    Diff diff = diff();
    assertThat(outcome(diff, "throughput")).isEqualTo(Outcome.FAILED);
    assertThat(diff.lines().getFirst().pair().sentence()).contains("1 request failed: sorry");
    assertThat(diff.regressed()).isTrue();
  }

  @Test
  void variantInOneOfThemIsNotComparable() throws IOException {
    rounds(before, VERTX_REST, 6, 1, 1);
    rounds(after, VERTX_REST, 6, 1, 1);
    rounds(after, JERSEY_ASYNC, 6, 1, 1);
    Diff diff = diff();
    assertThat(diff.lines())
        .filteredOn(line -> line.variant().equals("jersey-async"))
        .hasSize(3)
        .allMatch(line -> line.outcome() == Outcome.NOT_COMPARABLE)
        .allMatch(line -> line.pair().sentence().contains("it is not in monday (before)"));
    assertThat(diff.regressed()).isFalse();
  }

  @Test
  void terminalHasBeforeAfterChangeAndVerdict() throws IOException {
    rounds(before, VERTX_REST, 10, 1, 1);
    rounds(after, VERTX_REST, 10, 0.8, 1);
    assertThat(TerminalPage.render(DiffPage.of(diff()), TerminalStyle.PLAIN).lines())
        .anyMatch(
            line ->
                line.matches(
                    "throughput, requests/s +before +after +ratio after / before +interval +outcome"))
        .anyMatch(
            line ->
                line.matches(
                    "vertx-rest +9,5\\d\\d +7,\\d\\d\\d +0\\.80\\d +0\\.7\\d\\d to 0\\.8\\d\\d +REGRESSION;"
                        + " before: at least 2\\d % more requests"));
  }

  @Test
  void recordThatCannotBeReadIsNamed() throws IOException {
    rounds(before, VERTX_REST, 6, 1, 1);
    rounds(after, VERTX_REST, 6, 1, 1);
    Files.writeString(after.folder(Records.record(VERTX_REST, 6, 1, 1)).recordFile(), "{\"schema");
    assertThat(TerminalPage.render(DiffPage.of(diff()), TerminalStyle.PLAIN))
        .contains("tuesday (after): runs/06-vertx_rest/run.json cannot be read");
  }

  @Test
  void experimentAgainstItselfIsReported() throws IOException {
    rounds(before, VERTX_REST, 6, 1, 1);
    Path monday = folder.resolve("monday");
    assertThat(
            TerminalPage.render(
                DiffPage.of(Diff.of(monday, folder.resolve("./monday"))), TerminalStyle.PLAIN))
        .contains("both are the same folder");
  }

  private void rounds(
      Records records, Records.Service service, int rounds, double throughput, double cost)
      throws IOException {
    for (int round = 1; round <= rounds; round++) {
      records.valid(service, round, throughput * noise(), cost * noise());
    }
  }

  private double noise() {
    return Math.exp(NOISE * random.nextGaussian());
  }

  private Diff diff() throws IOException {
    return Diff.of(before.comparison(), after.comparison());
  }

  private static Outcome outcome(Diff diff, String metric) {
    return diff.lines().stream()
        .filter(line -> line.pair().tested().label().equals(metric))
        .findFirst()
        .orElseThrow()
        .outcome();
  }
}
