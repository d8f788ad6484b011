package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.LogRatios;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentences as a reader gets them. */
class WordsTest {

  @Test
  void betterByAtLeast() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(4.5, 0.02, 10),
        "vertx-rest is at least 4.4 times as fast as jersey-sync: throughput vertx-rest/jersey-sync"
            + " 4.500, 95 % interval 4.433 to 4.568, 10 rounds, p < 0.0001.");
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1 / 4.5, 0.02, 10),
        "jersey-sync is at least 4.4 times as fast as vertx-rest: throughput jersey-sync/vertx-rest"
            + " 4.500, 95 % interval 4.433 to 4.568, 10 rounds, p < 0.0001.");
    assertSentence(
        TestedMetric.CPU_PER_REQUEST,
        LogRatios.of(0.4, 0.02, 10),
        "vertx-rest is at least 59 % cheaper than jersey-sync: server CPU per request"
            + " vertx-rest/jersey-sync 0.400, 95 % interval 0.394 to 0.406, 10 rounds,"
            + " p < 0.0001.");
  }

  @Test
  void startUpHasWordsOfItsOwn() {
    assertSentence(
        TestedMetric.START_UP,
        LogRatios.of(0.4, 0.02, 10),
        "vertx-rest is at least 59 % faster to start than jersey-sync: time to the first correct"
            + " response vertx-rest/jersey-sync 0.400, 95 % interval 0.394 to 0.406, 10 rounds,"
            + " p < 0.0001.");
  }

  @Test
  void betterOfUnclearSize() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.05, 0.02, 10),
        "vertx-rest is faster than jersey-sync, size unclear, perhaps below the margin of 5 %:"
            + " throughput vertx-rest/jersey-sync 1.050, 95 % interval 1.034 to 1.066, 10 rounds,"
            + " p < 0.0001.");
    assertSentence(
        TestedMetric.CPU_PER_REQUEST,
        LogRatios.of(1.05, 0.02, 4),
        "jersey-sync is cheaper than vertx-rest, size unclear, perhaps below the margin of 5 %:"
            + " server CPU per request jersey-sync/vertx-rest 0.952, 95 % interval 0.918 to 0.988,"
            + " 4 rounds, p = 0.0242.");
  }

  @Test
  void equivalent() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.001, 0.02, 10),
        "vertx-rest and jersey-sync are equivalent within 5 %: "
            + "throughput vertx-rest/jersey-sync 1.001, 90 % interval 0.989 to 1.013, 10 rounds.");
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1, 0, 10),
        "vertx-rest and jersey-sync are equivalent within 5 %: throughput vertx-rest/jersey-sync"
            + " 1.000, 90 % interval 1.000 to 1.000, 10 rounds, identical in every round.");
  }

  @Test
  void noDifferenceShown() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.03, 0.1, 10),
        "No difference shown between vertx-rest and jersey-sync: throughput vertx-rest/jersey-sync"
            + " 1.030, 95 % interval 0.955 to 1.111, 10 rounds, p = 0.3983; about 42 more"
            + " like these would decide it.");
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.002, 0.3, 10),
        "No difference shown between vertx-rest and jersey-sync: throughput vertx-rest/jersey-sync"
            + " 1.002, 95 % interval 0.799 to 1.256, 10 rounds, p = 0.9845; more than 100 more"
            + " rounds would be needed.");
  }

  @Test
  void pairThatIsNotDecidedHasItsReason() {
    Pair noisy = judge(.34, measured(TestedMetric.CPU_PER_REQUEST, LogRatios.of(1, 1, 3)));
    assertThat(Words.undecided(noisy, 7))
        .isEqualTo(
            "vertx-rest and jersey-sync not told apart by CPU: the control's noise of 34 % is too"
                + " large for the 7 rounds left");
    // s = 0.02: 4.303 * 0.02 / √3 = 0.0497, a reach of 5.1 %; e^0.0497 = 1.0509
    LogRatio ratio = LogRatios.of(3, r -> 0.03 + 0.02 * (r - 1), NoiseFloor.NOT_MEASURED);
    Pair alike = judge(.05, measured(TestedMetric.THROUGHPUT, ratio));
    assertThat(Words.undecided(alike, 1))
        .isEqualTo(
            "vertx-rest and jersey-sync not told apart: the noise of 5 % is too large for the 1"
                + " round left");
    // excludes 1 if 3.182 * 0.02 / 2 = 0.0318 (4 rounds), 2.776 * 0.02 / √5 = 0.0248 < 0.03
    assertThat(Words.undecided(alike, 0))
        .isEqualTo(
            "vertx-rest and jersey-sync not told apart: about 2 more rounds would decide it");
    Pair better = judge(.05, measured(TestedMetric.THROUGHPUT, LogRatios.of(1.05, .02, 10)));
    assertThat(Words.undecided(better, 3))
        .isEqualTo("vertx-rest is faster than jersey-sync, size unclear");
    Pair few = judge(.05, measured(TestedMetric.THROUGHPUT, LogRatios.of(1.05, .02, 2)));
    assertThat(Words.undecided(few, 8))
        .isEqualTo("vertx-rest and jersey-sync: a verdict takes 3 rounds");
  }

  @Test
  void indicative() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(4.5, 0, 1),
        "vertx-rest has 4.50 times the throughput of jersey-sync" + " (preview: 1 round).");
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(4.5, 0.002, 2),
        "vertx-rest has 4.50 times the throughput of jersey-sync" + " (preview: 2 rounds).");
  }

  @Test
  void unranked() {
    Pair pair =
        Pair.excluded(
            "vertx-rest",
            "jersey-sync",
            TestedMetric.THROUGHPUT,
            State.CLOSED,
            Status.FAILED,
            "12 of 100000 KO");
    assertThat(judge(.05, pair).sentence())
        .isEqualTo(
            "vertx-rest and jersey-sync are not ranked by throughput: "
                + "FAILED, 12 of 100000 KO.");
  }

  @Test
  void withinLittleTwoAreAlike() {
    assertThat(cpuAgainst(.05)).isEqualTo("as much CPU within 5 %");
    assertThat(cpuAgainst(.25)).isEqualTo("as much CPU within 25 %");
  }

  /** The same service twice differed by up to 172 %: nobody would call these two alike. */
  @Test
  void withinMuchTheyAreNotToldApart() {
    assertThat(cpuAgainst(.251)).isEqualTo("CPU not told apart");
    assertThat(cpuAgainst(1.72)).isEqualTo("CPU not told apart");
  }

  @ParameterizedTest
  @CsvSource({
    "throughput, 4.9, vertx-rest, 4.9 × as fast",
    "throughput, 4.9, jersey-sync, 4.9 × slower",
    "throughput, 1.25, vertx-rest, 25 % faster",
    "throughput, 1.25, jersey-sync, 20 % slower",
    "cpu, 2, vertx-rest, 2.0 × the CPU",
    "cpu, 2, jersey-sync, 50 % less CPU",
    "cpu, 1.25, vertx-rest, 25 % more CPU",
    "cpu, 1.25, jersey-sync, 20 % less CPU"
  })
  void timesForMuchAndPercentForLittle(String metric, double ratio, String variant, String words) {
    Pair pair = measured(PairTest.metric(metric), LogRatios.of(ratio, .01, 4));
    assertThat(Words.against(judge(.05, pair), variant)).isEqualTo(words);
  }

  private static String cpuAgainst(double margin) {
    Pair pair = measured(TestedMetric.CPU_PER_REQUEST, LogRatios.of(1.004, .01, 4));
    return Words.against(judge(margin, pair), "vertx-rest");
  }

  private static void assertSentence(TestedMetric metric, LogRatio ratio, String sentence) {
    assertThat(judge(.05, measured(metric, ratio)).sentence()).isEqualTo(sentence);
  }

  private static Pair measured(TestedMetric metric, LogRatio ratio) {
    return Pair.of("vertx-rest", "jersey-sync", metric, ratio, Set.of());
  }

  private static Pair judge(double margin, Pair pair) {
    return Family.judgedOnce(margin).judge(List.of(pair)).getFirst();
  }
}
