package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.analysis.model.PairVerdict.Ruling;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.LogRatios;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict table. Ten rounds of noise c have a 95 % interval that reaches e^(0.754 c). */
class PairVerdictTest {

  @ParameterizedTest
  @CsvSource({
    "throughput, 1.2, a, 18", // 1.2 e^-.0151 = 1.182
    "throughput, 0.8, b, 23", // 1.25 e^-.0151 = 1.231
    "cpu, 0.8, a, 18", // 0.8 e^.0151 = 0.812
    "cpu, 1.25, b, 18"
  })
  void intervalBeyondTheMarginIsBetterByAtLeast(
      String metric, double ratio, String better, int percent) {
    assertThat(verdict(metric(metric), LogRatios.of(ratio, 0.02, 10)))
        .returns(Ruling.BETTER_AT_LEAST, PairVerdict::ruling)
        .returns(better, PairVerdict::better)
        .returns(percent, PairVerdict::leastPercent);
  }

  @ParameterizedTest
  @CsvSource({
    "throughput, 1.05, 0.02, a",
    "throughput, 0.95, 0.02, b",
    "cpu, 0.95, 0.02, a",
    "cpu, 1.05, 0.02, b"
  })
  void intervalThatExcludesOneButNotTheMarginIsOfUnclearSize(
      String metric, double ratio, double noise, String better) {
    assertThat(verdict(metric(metric), LogRatios.of(ratio, noise, 10)))
        .returns(Ruling.BETTER_SIZE_UNCLEAR, PairVerdict::ruling)
        .returns(better, PairVerdict::better)
        .returns(0, PairVerdict::leastPercent);
    // With 4 rounds, 3.182 * 0.02 * √(4/3) / 2 = 0.0367 is the reach: ln 1.05 = 0.0488.
    assertThat(verdict(metric(metric), LogRatios.of(ratio, noise, 4)))
        .returns(Ruling.BETTER_SIZE_UNCLEAR, PairVerdict::ruling)
        .returns(better, PairVerdict::better)
        .returns(0, PairVerdict::leastPercent);
  }

  /** 1.02 e^±0.0075: more than 1 for sure, and within 5 % for sure, which says more. */
  @Test
  void intervalInsideTheMarginIsEquivalentWhetherItExcludesOneOrNot() {
    for (LogRatio ratio :
        List.of(
            LogRatios.of(1, 0.02, 10),
            LogRatios.of(1.02, 0.01, 10),
            LogRatios.of(1 / 1.02, 0.01, 10))) {
      assertThat(verdict(TestedMetric.THROUGHPUT, ratio))
          .returns(Ruling.EQUIVALENT, PairVerdict::ruling)
          .returns("", PairVerdict::better)
          .returns(ratio.interval(0.9), PairVerdict::interval);
    }
  }

  /** By hand: 1 - 0.10/3 of each of three pairs. */
  @Test
  void equivalenceOfAFamilyTakesANarrowerInterval() {
    Pair pair = pair("a", "b", LogRatios.of(1, 0.02, 10));
    assertThat(family(NoiseFloor.NOT_MEASURED, pair, pair, pair))
        .allSatisfy(
            verdict -> {
              assertThat(verdict.ruling()).isEqualTo(Ruling.EQUIVALENT);
              assertThat(verdict.interval().confidence()).isCloseTo(1 - 0.1 / 3, within(1e-12));
            });
  }

  /**
   * By hand: s = 0.1 √(10/9), of 90 %, since 1.01 lies inside: t(R-1; 0.95) s / √R < ln 1.05 - ln
   * 1.01 = 0.03884 from 25 rounds on: 1.711 * 0.10541 / 5 = 0.03607; with 24 it is 1.714 * 0.10541
   * / 4.899 = 0.03688, with 23 1.717 * 0.10541 / 4.796 = 0.03774, with 22 1.721 * 0.10541 / 4.690 =
   * 0.03868, with 21 1.725 * 0.10541 / 4.583 = 0.03968.
   */
  @Test
  void otherwiseNoDifferenceIsShownAndHowManyMoreRoundsItWouldTake() {
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(1.01, 0.1, 10)))
        .returns(Ruling.NO_DIFFERENCE_SHOWN, PairVerdict::ruling)
        .returns(12, PairVerdict::moreRounds);
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(1.05, 0.1, 10)))
        .returns(Ruling.NO_DIFFERENCE_SHOWN, PairVerdict::ruling)
        .returns(0, PairVerdict::moreRounds);
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void fewerThanThreeRoundsAreIndicativeHoweverLargeTheDifference(int rounds) {
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(10, 0.001, rounds)))
        .returns(Ruling.PREVIEW, PairVerdict::ruling)
        .returns(rounds, PairVerdict::rounds);
  }

  @Test
  void threeRoundsJudgeALargeDifferenceInAnyFamily() {
    Pair pair = pair("a", "b", LogRatios.of(4.9, 0.02, 3));
    assertThat(family(NoiseFloor.NOT_MEASURED, Collections.nCopies(15, pair).toArray(Pair[]::new)))
        .extracting(PairVerdict::ruling)
        .allSatisfy(verdict -> assertThat(verdict).isEqualTo(Ruling.BETTER_AT_LEAST));
  }

  /** It may be better than it looks: nothing is said against it, and much for it. */
  @ParameterizedTest
  @CsvSource({
    "1.2, b, INVALID", // a is faster than what b was let be
    "1.2, a, better", // b is slower than a, even as it was held back
    "1, a, INVALID" // what is held back may not be called equivalent
  })
  void nothingIsSaidAgainstAVariantThatTheGeneratorHeldBack(
      double ratio, String heldBack, String verdict) {
    Pair pair = Pair.of("a", "b", LogRatios.of(ratio, 0.01, 10), Set.of(heldBack));
    PairVerdict judged = family(NoiseFloor.NOT_MEASURED, pair).getFirst();
    if (verdict.equals("better")) {
      assertThat(judged)
          .returns("a", PairVerdict::better)
          .returns(19, PairVerdict::leastPercent)
          .returns(Status.VALID, PairVerdict::status);
    } else {
      assertThat(judged)
          .returns(Ruling.UNRANKED, PairVerdict::ruling)
          .returns("", PairVerdict::better)
          .returns(Status.INVALID, PairVerdict::status)
          .returns(
              "the load generator limited %s, which may be better than it looks"
                  .formatted(heldBack),
              PairVerdict::reason);
    }
  }

  @Test
  void evidenceIsHolmAdjusted() {
    List<PairVerdict> judgements =
        family(
            NoiseFloor.NOT_MEASURED,
            pair("a", "b", LogRatios.of(1, 0.2, 10)),
            pair("a", "c", LogRatios.of(1.2, 0.02, 10)),
            failed("a", "d", "3 KO"));

    // two pairs are measured: the smaller p at the first step, 1 at the second
    PairVerdict first = judgements.get(1);
    double p = first.pair().ratio().p();
    assertThat(p).isPositive().isLessThan(1e-6);
    assertThat(first.p()).isEqualTo(2 * p);
    assertThat(first.family()).isEqualTo(2);
    assertThat(first.interval().confidence()).isCloseTo(0.975, within(1e-12));
    PairVerdict second = judgements.get(0);
    assertThat(second.p()).isEqualTo(1);
    assertThat(second.interval().confidence()).isCloseTo(0.95, within(1e-12));
    assertThat(judgements.get(2).isMeasured()).isFalse();
    assertThat(judgements.get(2).interval().exists()).isFalse();
  }

  @Test
  void excludedPairIsShownWithItsReason() {
    PairVerdict judgement = family(NoiseFloor.NOT_MEASURED, failed("a", "b", "why")).getFirst();
    assertThat(judgement)
        .returns(Ruling.UNRANKED, PairVerdict::ruling)
        .returns(Status.FAILED, PairVerdict::status)
        .returns("why", PairVerdict::reason);
    assertThat(judgement.isUndecided()).isFalse();
  }

  @Test
  void noiseFloorWidensTheMargin() {
    Pair pair = pair("a", "b", LogRatios.of(1.08, 0.01, 10));

    assertThat(family(new NoiseFloor(0.01, 0, 10), pair).getFirst())
        .returns("a", PairVerdict::better)
        .returns(7, PairVerdict::leastPercent);
    assertThat(family(new NoiseFloor(0.1, 0, 10), pair).getFirst().ruling())
        .isEqualTo(Ruling.EQUIVALENT);
  }

  /** By hand: with s = 0.2, 2.262 * 0.2 / √10 = 0.143 is the reach, and ln 1.2 = 0.182. */
  @Test
  void noiseOfTheControlWidensTheInterval() {
    NoiseFloor floor = new NoiseFloor(0.01, 0.2, 10);
    Pair pair = pair("a", "b", LogRatios.of(1.2, 0.01, 10, floor));
    assertThat(family(floor, pair).getFirst().ruling()).isEqualTo(Ruling.BETTER_SIZE_UNCLEAR);
  }

  /** More rounds cannot decide what the generator held back, and need not be measured for it. */
  @ParameterizedTest
  @CsvSource({"1.04, b, true", "1.04, a, false", "0.96, a, true", "0.96, b, false"})
  void pairWhoseWorseVariantWasHeldBackIsClosed(double ratio, String heldBack, boolean closed) {
    Pair pair = Pair.of("a", "b", LogRatios.of(ratio, 0.1, 10), Set.of(heldBack));
    PairVerdict judgement = family(NoiseFloor.NOT_MEASURED, pair).getFirst();
    assertThat(judgement.decided()).isFalse();
    assertThat(judgement.isUndecided()).isEqualTo(!closed);
  }

  @Test
  void sameRatioInEveryRoundIsJudgedAsItIs() {
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(1.1, 0, 10)))
        .returns("a", PairVerdict::better)
        .returns(10, PairVerdict::leastPercent);
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(1, 0, 10)).ruling())
        .isEqualTo(Ruling.EQUIVALENT);
  }

  /** Swapping the names of a pair must swap nothing but the names. */
  @Test
  void verdictDoesNotDependOnWhichIsCalledA() {
    for (double ratio : new double[] {0.7, 0.93, 0.97, 1, 1.04, 1.06, 1.5}) {
      for (double noise : new double[] {0.003, 0.03, 0.3}) {
        PairVerdict forth = verdict(TestedMetric.THROUGHPUT, LogRatios.of(ratio, noise, 10));
        LogRatio negated = LogRatios.of(1 / ratio, -noise, 10);
        PairVerdict back = family(NoiseFloor.NOT_MEASURED, pair("b", "a", negated)).getFirst();
        assertThat(back)
            .returns(forth.ruling(), PairVerdict::ruling)
            .returns(forth.better(), PairVerdict::better)
            .returns(forth.leastPercent(), PairVerdict::leastPercent);
      }
    }
  }

  @Test
  void emptyFamilyHasNoJudgements() {
    assertThat(family(NoiseFloor.NOT_MEASURED)).isEmpty();
  }

  /** Three rounds of 20 %, then seven of −20 %: the first three decide nothing for good. */
  @Test
  void laterRoundsThatContradictTakeAVerdictBack() {
    double[] logs =
        Arrays.stream(new double[] {1.199, 1.20, 1.201, .8, .8, .8, .8, .8, .8, .8})
            .map(Math::log)
            .toArray();
    PairVerdict early = judge(LogRatios.of(3, r -> logs[r], NoiseFloor.NOT_MEASURED), .05, false);
    assertThat(early.ruling()).isEqualTo(Ruling.BETTER_AT_LEAST);
    assertThat(early.decided()).isTrue();

    PairVerdict late = judge(LogRatios.of(10, r -> logs[r], NoiseFloor.NOT_MEASURED), .05, true);
    assertThat(late.ruling()).isEqualTo(Ruling.NO_DIFFERENCE_SHOWN);
    assertThat(late.decided()).isFalse();
    assertThat(late.rounds()).isEqualTo(10);
  }

  /** A control that differs from itself by 20 %: within so much, equivalence says little. */
  @Test
  void equivalenceWithinAWideMarginIsDecidedByTheLastRoundOnly() {
    NoiseFloor wide = NoiseFloor.of(LogRatios.of(1.2, .01, 9));
    PairVerdict early = judge(LogRatios.of(1.1, .01, 9, wide), wide.margin(), false);
    assertThat(early.ruling()).isEqualTo(Ruling.EQUIVALENT);
    assertThat(early.isUndecided()).isTrue();
    assertThat(judge(LogRatios.of(1.1, .01, 10, wide), wide.margin(), true).decided()).isTrue();
  }

  @Test
  void equivalenceWithinTheLeastMarginIsDecidedAtOnce() {
    PairVerdict verdict = judge(LogRatios.of(1, .01, 5), .05, false);
    assertThat(verdict.ruling()).isEqualTo(Ruling.EQUIVALENT);
    assertThat(verdict.isUndecided()).isFalse();
  }

  @Test
  void differenceOfTheMarginIsNeverDecided() {
    PairVerdict verdict = judge(LogRatios.of(1.05, .01, 10), .05, true);
    assertThat(verdict.ruling()).isEqualTo(Ruling.BETTER_SIZE_UNCLEAR);
    assertThat(verdict.isUndecided()).isTrue();
  }

  private static Pair pair(String a, String b, LogRatio ratio) {
    return Pair.of(a, b, ratio, Set.of());
  }

  private static Pair failed(String a, String b, String reason) {
    return Pair.excluded(a, b, Status.FAILED, reason, true);
  }

  private static PairVerdict judge(LogRatio ratio, double margin, boolean isLast) {
    return PairVerdict.judge(
            TestedMetric.THROUGHPUT, margin, List.of(pair("a", "b", ratio)), isLast)
        .getFirst();
  }

  static TestedMetric metric(String id) {
    return TestedMetric.ALL.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
  }

  private static PairVerdict verdict(TestedMetric metric, LogRatio ratio) {
    return PairVerdict.judge(metric, .05, List.of(pair("a", "b", ratio)), true).getFirst();
  }

  private static List<PairVerdict> family(NoiseFloor floor, Pair... pairs) {
    return PairVerdict.judge(TestedMetric.THROUGHPUT, floor.margin(), List.of(pairs), true);
  }
}
