package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.LogRatios;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentences as a reader gets them: the ruling decides the form. */
class PairSentencesTest {

  @Test
  void differenceBeyondTheMarginIsAtLeast() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.41, 0.02, 10),
        "vertx-rest answers at least 38 % more requests than jersey-sync: throughput"
            + " vertx-rest/jersey-sync 1.410 (95 % interval: 1.389 to 1.431), 10 rounds,"
            + " p < 0.0001.");
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1 / 4.5, 0.02, 10),
        "jersey-sync answers at least 4.4 times as many requests as vertx-rest: throughput"
            + " jersey-sync/vertx-rest 4.500 (95 % interval: 4.433 to 4.568), 10 rounds,"
            + " p < 0.0001.");
    assertSentence(
        TestedMetric.CPU_PER_REQUEST,
        LogRatios.of(0.4, 0.02, 10),
        "vertx-rest needs at least 59 % less CPU than jersey-sync: CPU per request"
            + " vertx-rest/jersey-sync 0.400 (95 % interval: 0.394 to 0.406), 10 rounds,"
            + " p < 0.0001.");
    assertSentence(
        TestedMetric.TIME,
        LogRatios.of(0.4, 0.02, 10),
        "vertx-rest has a mean latency at least 59 % lower than jersey-sync: mean latency"
            + " vertx-rest/jersey-sync 0.400 (95 % interval: 0.394 to 0.406), 10 rounds,"
            + " p < 0.0001.");
    assertSentence(
        TestedMetric.START_UP,
        LogRatios.of(0.4, 0.02, 10),
        "vertx-rest needs at least 59 % less start-up time than jersey-sync: time"
            + " to the first correct response vertx-rest/jersey-sync 0.400 (95 % interval:"
            + " 0.394 to 0.406), 10 rounds, p < 0.0001.");
  }

  /** The size has its interval, and what limits the statement has its number. */
  @Test
  void notBeyondTheMarginIsPerhapsNoMoreThanIt() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.05, 0.02, 10),
        "vertx-rest answers 5 % more requests than jersey-sync (3 to 7 %), perhaps no more than the"
            + " margin of 5 %: throughput vertx-rest/jersey-sync 1.050 (95 % interval: 1.034 to"
            + " 1.066), 10 rounds, p < 0.0001.");
    assertSentence(
        TestedMetric.CPU_PER_REQUEST,
        LogRatios.of(1.05, 0.02, 4),
        "jersey-sync needs 5 % less CPU than vertx-rest (1 to 8 %), perhaps no more than the margin"
            + " of 5 %: CPU per request jersey-sync/vertx-rest 0.952 (95 % interval: 0.918 to"
            + " 0.988), 4 rounds, p = 0.0242.");
    Pair noisy = judge(.0629, throughput(LogRatios.of(1.09, .045, 10)));
    assertThat(PairSentences.headline(noisy))
        .isEqualTo(
            "vertx-rest answers 9 % more requests than jersey-sync (5 to 13 %), perhaps no more than"
                + " the noise of 6.3 %");
  }

  @Test
  void equivalenceStatesItsMarginAndItsOwnConfidence() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.001, 0.02, 10),
        "vertx-rest and jersey-sync are equivalent within 5 % by throughput: throughput"
            + " vertx-rest/jersey-sync 1.001 (90 % interval of equivalence: 0.989 to 1.013),"
            + " 10 rounds.");
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1, 0, 10),
        "vertx-rest and jersey-sync are equivalent within 5 % by throughput: throughput"
            + " vertx-rest/jersey-sync 1.000 (90 % interval of equivalence: 1.000 to 1.000),"
            + " 10 rounds, identical in every round.");
  }

  @Test
  void withoutAConfirmedDifferenceIsNotToldApart() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.03, 0.1, 10),
        "vertx-rest and jersey-sync are not told apart by throughput (noise 7.9 %); about 42 more"
            + " rounds would decide: throughput vertx-rest/jersey-sync 1.030 (95 % interval: 0.955"
            + " to 1.111), 10 rounds, p = 0.3983.");
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.002, 0.3, 10),
        "vertx-rest and jersey-sync are not told apart by throughput (noise 25.4 %); more than 100"
            + " more rounds would be needed: throughput vertx-rest/jersey-sync 1.002 (95 %"
            + " interval: 0.799 to 1.256), 10 rounds, p = 0.9845.");
  }

  /** The same service twice differed by up to 172 %: these two are not alike. */
  @ParameterizedTest
  @CsvSource({
    "1.00, .25, equivalent within 25 %",
    "1.00, .251, not told apart (noise 25.1 %)",
    "1.00, 1.72, not told apart (noise 172 %)",
    // also if the interval excludes 1, and more rounds would not help
    "1.20, .64, not told apart (noise 64 %)"
  })
  void withinAWideMarginNothingIsEquivalent(double ratio, double margin, String verdict) {
    Pair pair = judge(margin, throughput(LogRatios.of(ratio, .01, 4)));
    assertThat(pair.verdict()).startsWith(verdict).doesNotContain("would decide");
    assertThat(pair.ruling())
        .isEqualTo(verdict.startsWith("not") ? Ruling.NOT_TOLD_APART : Ruling.EQUIVALENT);
  }

  /** Eight services have 28 pairs: with three rounds, their intervals are not noise of 2,388 %. */
  @Test
  void tooFewRoundsForManyComparisonsAreTheReason() {
    Pair pair = throughput(LogRatios.of(1.5, .3, 3));
    Pair first = Family.judgedOnce(.05).judge(Collections.nCopies(28, pair)).getFirst();
    assertThat(first.verdict())
        .startsWith("not told apart (3 rounds are too few for 28 comparisons)");
  }

  @Test
  void pairThatIsNotDecidedHasItsReason() {
    Pair noisy = judge(.34, measured(TestedMetric.CPU_PER_REQUEST, LogRatios.of(1, .1, 3)));
    assertThat(PairSentences.undecided(noisy, 7))
        .isEqualTo(
            "vertx-rest and jersey-sync are not told apart by CPU per request (noise 34 %), which is"
                + " too much for the 7 rounds left");
    // s = 0.02: 4.303 * 0.02 / √3 = 0.0497, a reach of 5.1 %; e^0.0497 = 1.0509
    LogRatio ratio = LogRatios.of(3, r -> 0.03 + 0.02 * (r - 1), NoiseFloor.NOT_MEASURED);
    Pair alike = judge(.05, throughput(ratio));
    assertThat(PairSentences.undecided(alike, 1))
        .isEqualTo(
            "vertx-rest and jersey-sync are not told apart by throughput (noise 5.1 %), which is too"
                + " much for the 1 round left");
    // excludes 1 if 3.182 * 0.02 / 2 = 0.0318 (4 rounds), 2.776 * 0.02 / √5 = 0.0248 < 0.03
    assertThat(PairSentences.undecided(alike, 0))
        .isEqualTo(
            "vertx-rest and jersey-sync are not told apart by throughput (noise 5.1 %); about 2 more"
                + " rounds would decide");
    Pair better = judge(.05, throughput(LogRatios.of(1.05, .02, 10)));
    assertThat(PairSentences.undecided(better, 3)).isEqualTo(PairSentences.headline(better));
    Pair few = judge(.05, throughput(LogRatios.of(1.05, .02, 2)));
    assertThat(PairSentences.undecided(few, 8))
        .isEqualTo("vertx-rest and jersey-sync: a verdict takes 3 rounds");
  }

  @Test
  void previewHasFiguresAndNoVerdict() {
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(4.5, 0, 1),
        "vertx-rest answers 4.5 times as many requests as jersey-sync (1 round: no verdict).");
    assertSentence(
        TestedMetric.CPU_PER_REQUEST,
        LogRatios.of(1.25, 0.002, 2),
        "jersey-sync needs 20 % less CPU than vertx-rest (2 rounds: no verdict).");
    assertSentence(
        TestedMetric.THROUGHPUT,
        LogRatios.of(1.002, 0, 1),
        "vertx-rest and jersey-sync are less than 1 % apart by throughput (1 round: no verdict).");
  }

  @Test
  void unrankedHasItsReason() {
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
            "vertx-rest and jersey-sync are not ranked by throughput: FAILED, 12 of 100000 KO.");
  }

  /** Its figures are the least that it can do, whatever the ruling. */
  @ParameterizedTest
  @CsvSource({
    "1.41, .02, 10, answers at least 38 % more requests than jersey-sync",
    "1.09, .06, 10, 'answers at least 4 % more requests than jersey-sync, perhaps no more than the"
        + " margin of 5 %'",
    "1.05, .06, 10, 'answers more requests than jersey-sync, perhaps no more than the margin of 5"
        + " %'",
    "1.41, 0, 1, answers at least 41 % more requests than jersey-sync (1 round: no verdict)"
  })
  void figureLimitedByTheGeneratorIsALowerBound(
      double ratio, double noise, int rounds, String words) {
    Pair pair = bound("vertx-rest", LogRatios.of(ratio, noise, rounds));
    assertThat(PairSentences.headline(pair)).isEqualTo("vertx-rest " + words);
  }

  /** It may be the better one. */
  @ParameterizedTest
  @CsvSource({"1.41, .02, 10", "1.05, .02, 10", "1.001, .02, 10", "1.03, .1, 10", "1.41, 0, 1"})
  void noVerdictAgainstAVariantLimitedByTheGenerator(double ratio, double noise, int rounds) {
    Pair pair = bound("jersey-sync", LogRatios.of(ratio, noise, rounds));
    assertThat(PairSentences.headline(pair)).doesNotContain("answers", "equivalent");
    assertThat(PairSentences.compared(pair, "vertx-rest")).doesNotContain("more", "equivalent");
  }

  /** The size of a pair is the same wherever it is printed, and whichever is the baseline. */
  @ParameterizedTest
  @CsvSource({
    "throughput, 4.9, at least 4.8 times as many requests",
    "throughput, 1.25, at least 22 % more requests",
    "cpu, .5, at least 49 % less CPU",
    "time, .8, mean latency at least 18 % lower"
  })
  void onePairHasOneSize(String metric, double ratio, String words) {
    TestedMetric tested = metric.equals("time") ? TestedMetric.TIME : PairTest.metric(metric);
    Pair pair = judge(.05, measured(tested, LogRatios.of(ratio, .01, 4)));
    assertThat(PairSentences.compared(pair, "vertx-rest")).isEqualTo(words);
    assertThat(PairSentences.compared(pair, "jersey-sync")).isEqualTo("vertx-rest: " + words);
    assertThat(pair.verdict()).isEqualTo("vertx-rest: " + words);
    assertThat(pair.sentence()).contains(words.replaceFirst(" (requests|CPU)", ""));
    assertThat(RankSentences.lead(1, List.of(pair)) + " ")
        .contains(words.replaceFirst("mean latency ", ""));
  }

  /** By hand: 95 % of three comparisons together, 1 - .10/3 of equivalence. */
  @Test
  void intervalsOfAFamilyHaveOneMeaning() {
    Pair pair = throughput(LogRatios.of(1.41, 0.02, 10));
    Pair alike = throughput(LogRatios.of(1, 0.02, 10));
    List<Pair> pairs = Family.judgedOnce(.05).judge(List.of(pair, pair, alike));
    assertThat(pairs.getFirst().sentence())
        .contains("1.410 (interval, 95 % for all 3 comparisons together: 1.38");
    assertThat(PairSentences.interval(pairs.getFirst(), "vertx-rest")).doesNotContain("%");
    assertThat(pairs.getLast().sentence()).contains("(96.6 % interval of equivalence: ");
    assertThat(PairSentences.interval(pairs.getLast(), "vertx-rest")).startsWith("96.6 %: ");
  }

  @Test
  void leadOverSeveralIsTheMinimum() {
    Pair much = throughput(LogRatios.of(1.41, 0.02, 10));
    Pair less = throughput(LogRatios.of(1.2, 0.02, 10));
    Pair little = throughput(LogRatios.of(1.06, 0.02, 10));
    List<Pair> sure = Family.judgedOnce(.05).judge(List.of(much, less));
    assertThat(RankSentences.lead(1, sure))
        .isEqualTo("at least 18 % more requests than each of the next");
    assertThat(RankSentences.lead(2, sure))
        .isEqualTo("each at least 18 % more requests than the next");
    assertThat(RankSentences.lead(1, Family.judgedOnce(.05).judge(List.of(much, little))))
        .isEqualTo("more requests than each of the next, perhaps no more than the margin of 5 %");
    assertThat(RankSentences.lead(1, Family.judgedOnce(.05).judge(Collections.nCopies(1, little))))
        .isEqualTo(
            "6 % more requests than the next (4 to 8 %), perhaps no more than the margin of 5 %");
  }

  private static void assertSentence(TestedMetric metric, LogRatio ratio, String sentence) {
    assertThat(judge(.05, measured(metric, ratio)).sentence()).isEqualTo(sentence);
  }

  private static Pair throughput(LogRatio ratio) {
    return measured(TestedMetric.THROUGHPUT, ratio);
  }

  private static Pair measured(TestedMetric metric, LogRatio ratio) {
    return Pair.of("vertx-rest", "jersey-sync", metric, ratio, Set.of());
  }

  private static Pair bound(String limited, LogRatio ratio) {
    return judge(
        .05, Pair.of("vertx-rest", "jersey-sync", TestedMetric.THROUGHPUT, ratio, Set.of(limited)));
  }

  /** Judges a pair with a control whose noise is the margin, if that exceeds 5 %. */
  private static Pair judge(double margin, Pair pair) {
    NoiseFloor floor = new NoiseFloor(margin > .05 ? margin : 0, .001, 3);
    return new Family(floor, 0, 1).judge(List.of(pair)).getFirst();
  }
}
