package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The sentences as a reader gets them. */
class PairVerdictTest {

  @Test
  void betterByAtLeast() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        Rounds.of(4.5, 0.02, 10),
        "vertx-rest is at least 4.4 times as fast as jersey-sync: throughput vertx-rest/jersey-sync"
            + " 4.500, 95 % interval 4.433 to 4.568, p < 0.0001, 10 rounds.");
    assertSentence(
        TestedMetric.THROUGHPUT,
        Rounds.of(1 / 4.5, 0.02, 10),
        "jersey-sync is at least 4.4 times as fast as vertx-rest: throughput jersey-sync/vertx-rest"
            + " 4.500, 95 % interval 4.433 to 4.568, p < 0.0001, 10 rounds.");
    assertSentence(
        TestedMetric.CPU_PER_REQUEST,
        Rounds.of(0.4, 0.02, 10),
        "vertx-rest is at least 59 % cheaper than jersey-sync: server CPU per request"
            + " vertx-rest/jersey-sync 0.400, 95 % interval 0.394 to 0.406, p < 0.0001, 10"
            + " rounds.");
  }

  @Test
  void betterOfUnclearSize() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        Rounds.of(1.05, 0.02, 10),
        "vertx-rest is faster than jersey-sync, size unclear, perhaps below the margin of 5 %:"
            + " throughput vertx-rest/jersey-sync 1.050, 95 % interval 1.034 to 1.066, p < 0.0001,"
            + " 10 rounds.");
    assertSentence(
        TestedMetric.CPU_PER_REQUEST,
        Rounds.of(1.05, 0.02, 4),
        "jersey-sync is cheaper than vertx-rest, size unclear, perhaps below the margin of 5 %:"
            + " server CPU per request jersey-sync/vertx-rest 0.952, 95 % interval 0.918 to 0.988,"
            + " p = 0.0242, 4 rounds.");
  }

  @Test
  void equivalent() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        Rounds.of(1.001, 0.02, 10),
        "vertx-rest and jersey-sync are equivalent within 5 %: "
            + "throughput vertx-rest/jersey-sync 1.001, 90 % interval 0.989 to 1.013, 10 rounds.");
    assertSentence(
        TestedMetric.THROUGHPUT,
        Rounds.of(1, 0, 10),
        "vertx-rest and jersey-sync are equivalent within 5 %: throughput vertx-rest/jersey-sync"
            + " 1.000, 90 % interval 1.000 to 1.000, 10 rounds, identical in every round.");
  }

  @Test
  void noDifferenceShown() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        Rounds.of(1.03, 0.1, 10),
        "No difference shown between vertx-rest and jersey-sync: throughput vertx-rest/jersey-sync"
            + " 1.030, 95 % interval 0.955 to 1.111, p = 0.3983, 10 rounds; about 74 more"
            + " like these would decide it.");
  }

  /** Whether it is a bit more or a bit less, no number of rounds would tell. */
  @Test
  void noDifferenceShownAtTheMargin() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        Rounds.of(1.05, 0.1, 10),
        "No difference shown between vertx-rest and jersey-sync: throughput vertx-rest/jersey-sync"
            + " 1.050, 95 % interval 0.974 to 1.132, p = 0.1773, 10 rounds; too close to the margin"
            + " of 5 % for rounds to decide it.");
  }

  @Test
  void indicative() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        Rounds.of(4.5, 0, 1),
        "vertx-rest has 4.50 times the throughput of jersey-sync"
            + " (preview: one round; a verdict takes 3).");
    assertSentence(
        TestedMetric.THROUGHPUT,
        Rounds.of(4.5, 0.002, 2),
        "vertx-rest has 4.50 (95 % interval 4.39 to 4.62) times the throughput of jersey-sync"
            + " (preview: 2 rounds; a verdict takes 3).");
  }

  @Test
  void unranked() {
    Pair pair =
        new Pair.Excluded("vertx-rest", "jersey-sync", Pair.Status.FAILED, "12 of 100000 KO", true);
    PairwiseTests family =
        new PairwiseTests(TestedMetric.THROUGHPUT, NoiseFloor.NOT_MEASURED, List.of(pair));
    assertThat(family.judge().getFirst().sentence())
        .isEqualTo(
            "vertx-rest and jersey-sync are not ranked by throughput: "
                + "FAILED, 12 of 100000 KO.");
  }

  private static void assertSentence(TestedMetric metric, PairedLogRatio ratios, String sentence) {
    Pair pair = new Pair.Measured("vertx-rest", "jersey-sync", ratios);
    PairwiseTests family = new PairwiseTests(metric, new NoiseFloor(0.02, 0, 10), List.of(pair));
    assertThat(family.judge().getFirst().sentence()).isEqualTo(sentence);
  }
}
