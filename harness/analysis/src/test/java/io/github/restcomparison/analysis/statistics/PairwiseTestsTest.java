package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The verdict table. Ten rounds of noise c have a 95 % interval that reaches e^(0.754 c). */
class PairwiseTestsTest {

  @ParameterizedTest
  @CsvSource({
    "THROUGHPUT, 1.2, a, 18", // 1.2 e^-.0151 = 1.182
    "THROUGHPUT, 0.8, b, 23", // 1.25 e^-.0151 = 1.231
    "CPU_PER_REQUEST, 0.8, a, 18", // 0.8 e^.0151 = 0.812
    "CPU_PER_REQUEST, 1.25, b, 18"
  })
  void intervalBeyondTheMarginIsBetterByAtLeast(
      TestedMetric metric, double ratio, String better, int percent) {
    assertThat(verdict(metric, Rounds.of(ratio, 0.02, 10)))
        .isEqualTo(new Verdict.BetterAtLeast(better, percent));
  }

  @ParameterizedTest
  @CsvSource({
    "THROUGHPUT, 1.05, 0.02, a",
    "THROUGHPUT, 0.95, 0.02, b",
    "CPU_PER_REQUEST, 0.95, 0.02, a",
    "CPU_PER_REQUEST, 1.05, 0.02, b"
  })
  void intervalThatExcludesOneButNotTheMarginIsOfUnclearSize(
      TestedMetric metric, double ratio, double noise, String better) {
    assertThat(verdict(metric, Rounds.of(ratio, noise, 10)))
        .isEqualTo(new Verdict.BetterSizeUnclear(better, 0.05));
    // With 4 rounds, 3.182 * 0.02 * √(4/3) / 2 = 0.0367 is the reach: ln 1.05 = 0.0488.
    assertThat(verdict(metric, Rounds.of(ratio, noise, 4)))
        .isEqualTo(new Verdict.BetterSizeUnclear(better, 0.05));
  }

  /** 1.02 e^±0.0075: more than 1 for sure, and within 5 % for sure, which says more. */
  @Test
  void intervalInsideTheMarginIsEquivalentWhetherItExcludesOneOrNot() {
    for (PairedLogRatio ratios :
        List.of(Rounds.of(1, 0.02, 10), Rounds.of(1.02, 0.01, 10), Rounds.of(1 / 1.02, 0.01, 10))) {
      assertThat(verdict(TestedMetric.THROUGHPUT, ratios))
          .isEqualTo(
              new Verdict.EquivalentWithin(
                  0.05, ratios.estimate(NoiseFloor.NOT_MEASURED).interval(0.9).orElseThrow()));
    }
  }

  /** By hand: 1 - 0.10/3 of each of three pairs. */
  @Test
  void equivalenceOfAFamilyTakesANarrowerInterval() {
    Pair pair = new Pair.Measured("a", "b", Rounds.of(1, 0.02, 10));
    assertThat(family(NoiseFloor.NOT_MEASURED, pair, pair, pair))
        .extracting(PairVerdict::ruling)
        .allSatisfy(
            verdict ->
                assertThat(((Verdict.EquivalentWithin) verdict).interval().confidence())
                    .isCloseTo(1 - 0.1 / 3, within(1e-12)));
  }

  /**
   * By hand: s = 0.1 √(10/9), of 90 %, since 1.01 lies inside: t(R-1; 0.95) s / √R < ln 1.05 - ln
   * 1.01 = 0.03884 from 25 rounds on: 1.711 * 0.10541 / 5 = 0.03607; with 24 it is 1.714 * 0.10541
   * / 4.899 = 0.03688, with 23 1.717 * 0.10541 / 4.796 = 0.03774, with 22 1.721 * 0.10541 / 4.690 =
   * 0.03868, with 21 1.725 * 0.10541 / 4.583 = 0.03968.
   */
  @Test
  void otherwiseNoDifferenceIsShownAndHowManyMoreRoundsItWouldTake() {
    assertThat(verdict(TestedMetric.THROUGHPUT, Rounds.of(1.01, 0.1, 10)))
        .isEqualTo(new Verdict.NoDifferenceShown(0.05, OptionalInt.of(12)));
    assertThat(verdict(TestedMetric.THROUGHPUT, Rounds.of(1.05, 0.1, 10)))
        .isEqualTo(new Verdict.NoDifferenceShown(0.05, OptionalInt.empty()));
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void fewerThanThreeRoundsAreIndicativeHoweverLargeTheDifference(int rounds) {
    assertThat(verdict(TestedMetric.THROUGHPUT, Rounds.of(10, 0.001, rounds)))
        .isEqualTo(new Verdict.Indicative(rounds, 3));
  }

  @Test
  void threeRoundsJudgeALargeDifferenceInAnyFamily() {
    Pair pair = new Pair.Measured("a", "b", Rounds.of(4.9, 0.02, 3));
    assertThat(family(NoiseFloor.NOT_MEASURED, Collections.nCopies(15, pair).toArray(Pair[]::new)))
        .extracting(PairVerdict::ruling)
        .allSatisfy(verdict -> assertThat(verdict).isInstanceOf(Verdict.BetterAtLeast.class));
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
    Pair pair = new Pair.Measured("a", "b", Rounds.of(ratio, 0.01, 10), Set.of(heldBack));
    Verdict judged = family(NoiseFloor.NOT_MEASURED, pair).getFirst().ruling();
    if (verdict.equals("better")) {
      assertThat(judged).isEqualTo(new Verdict.BetterAtLeast("a", 19));
    } else {
      assertThat(judged)
          .isEqualTo(
              new Verdict.Unranked(
                  Pair.Status.INVALID,
                  "the load generator held %s back, which may be better than it looks"
                      .formatted(heldBack)));
    }
  }

  @Test
  void evidenceIsHolmAdjusted() {
    List<PairVerdict> judgements =
        family(
            NoiseFloor.NOT_MEASURED,
            new Pair.Measured("a", "b", Rounds.of(1, 0.02, 10)),
            new Pair.Measured("a", "c", Rounds.of(1.2, 0.02, 10)),
            new Pair.Excluded("a", "d", Pair.Status.FAILED, "3 KO", true));

    // two pairs are measured: the smaller p at the first step, 1 at the second
    TestResult first = judgements.get(1).evidence().orElseThrow();
    assertThat(first.p()).isPositive().isLessThan(1e-6);
    assertThat(first.adjustedP()).isEqualTo(2 * first.p());
    assertThat(first.pairs()).isEqualTo(2);
    assertThat(first.interval().orElseThrow().confidence()).isCloseTo(0.975, within(1e-12));
    TestResult second = judgements.get(0).evidence().orElseThrow();
    assertThat(second.adjustedP()).isEqualTo(1);
    assertThat(second.interval().orElseThrow().confidence()).isCloseTo(0.95, within(1e-12));
    assertThat(judgements.get(2).evidence()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void excludedPairIsShownWithItsReason(Pair.Status status) {
    PairVerdict judgement =
        family(NoiseFloor.NOT_MEASURED, new Pair.Excluded("a", "b", status, "why", true))
            .getFirst();

    assertThat(judgement.ruling()).isEqualTo(new Verdict.Unranked(status, "why"));
  }

  @Test
  void noiseFloorWidensTheMargin() {
    PairedLogRatio ratios = Rounds.of(1.08, 0.01, 10);
    Pair pair = new Pair.Measured("a", "b", ratios);

    assertThat(family(new NoiseFloor(0.01, 0, 10), pair).getFirst().ruling())
        .isEqualTo(new Verdict.BetterAtLeast("a", 7));
    assertThat(family(new NoiseFloor(0.1, 0, 10), pair).getFirst().ruling())
        .isInstanceOf(Verdict.EquivalentWithin.class);
  }

  /** By hand: with s = 0.2, 2.262 * 0.2 / √10 = 0.143 is the reach, and ln 1.2 = 0.182. */
  @Test
  void noiseOfTheControlWidensTheInterval() {
    Pair pair = new Pair.Measured("a", "b", Rounds.of(1.2, 0.01, 10));
    assertThat(family(new NoiseFloor(0.01, 0.2, 10), pair).getFirst().ruling())
        .isInstanceOf(Verdict.BetterSizeUnclear.class);
  }

  /** More rounds cannot decide what the generator held back, and need not be measured for it. */
  @ParameterizedTest
  @CsvSource({"1.04, b, true", "1.04, a, false", "0.96, a, true", "0.96, b, false"})
  void pairWhoseWorseVariantWasHeldBackIsClosed(double ratio, String heldBack, boolean closed) {
    Pair pair = new Pair.Measured("a", "b", Rounds.of(ratio, 0.1, 10), Set.of(heldBack));
    PairVerdict judgement = family(NoiseFloor.NOT_MEASURED, pair).getFirst();
    assertThat(judgement.decided()).isFalse();
    assertThat(judgement.isUndecided()).isEqualTo(!closed);
  }

  @Test
  void sameRatioInEveryRoundIsJudgedAsItIs() {
    assertThat(verdict(TestedMetric.THROUGHPUT, Rounds.of(1.1, 0, 10)))
        .isEqualTo(new Verdict.BetterAtLeast("a", 10));
    assertThat(verdict(TestedMetric.THROUGHPUT, Rounds.of(1, 0, 10)))
        .isInstanceOf(Verdict.EquivalentWithin.class);
  }

  /** Swapping the names of a pair must swap nothing but the names. */
  @Test
  void verdictDoesNotDependOnWhichIsCalledA() {
    for (double ratio : new double[] {0.7, 0.93, 0.97, 1, 1.04, 1.06, 1.5}) {
      for (double noise : new double[] {0.003, 0.03, 0.3}) {
        Verdict forth = verdict(TestedMetric.THROUGHPUT, Rounds.of(ratio, noise, 10));
        PairedLogRatio negated = Rounds.of(1 / ratio, -noise, 10);
        PairVerdict back =
            family(NoiseFloor.NOT_MEASURED, new Pair.Measured("b", "a", negated)).getFirst();
        if (forth instanceof Verdict.BetterAtLeast || forth instanceof Verdict.BetterSizeUnclear) {
          assertThat(back.ruling()).isEqualTo(forth);
        } else {
          assertThat(back.ruling()).hasSameClassAs(forth);
        }
      }
    }
  }

  @Test
  void emptyFamilyHasNoJudgements() {
    assertThat(family(NoiseFloor.NOT_MEASURED)).isEmpty();
  }

  private static Verdict verdict(TestedMetric metric, PairedLogRatio ratios) {
    Pair pair = new Pair.Measured("a", "b", ratios);
    return new PairwiseTests(metric, NoiseFloor.NOT_MEASURED, List.of(pair))
        .judge()
        .getFirst()
        .ruling();
  }

  private static List<PairVerdict> family(NoiseFloor noiseFloor, Pair... pairs) {
    return new PairwiseTests(TestedMetric.THROUGHPUT, noiseFloor, List.of(pairs)).judge();
  }
}
