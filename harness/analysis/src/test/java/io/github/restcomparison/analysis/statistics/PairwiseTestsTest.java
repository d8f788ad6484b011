package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
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
    "THROUGHPUT, 1.05, 0.02, a, false",
    "THROUGHPUT, 0.95, 0.02, b, false",
    "THROUGHPUT, 1.02, 0.01, a, true",
    "CPU_PER_REQUEST, 0.95, 0.02, a, false",
    "CPU_PER_REQUEST, 1.02, 0.01, b, true"
  })
  void intervalThatExcludesOneButNotTheMarginIsOfUnclearSize(
      TestedMetric metric, double ratio, double noise, String better, boolean withinMargin) {
    assertThat(verdict(metric, Rounds.of(ratio, noise, 10)))
        .isEqualTo(new Verdict.BetterSizeUnclear(better, 0.05, withinMargin));
  }

  @Test
  void ninetyPercentIntervalInsideTheMarginIsEquivalent() {
    PairedLogRatio ratios = Rounds.of(1, 0.02, 10);

    assertThat(verdict(TestedMetric.THROUGHPUT, ratios))
        .isEqualTo(new Verdict.EquivalentWithin(0.05, ratios.interval(0.9).orElseThrow()));
  }

  /** Every number from the formulas tested in PowerTest: s = 0.1 √(10/9), two-sided 5 %. */
  @Test
  void otherwiseNoDifferenceIsShownAndTheReachOfTheRoundsIsNamed() {
    Verdict.NoDifferenceShown shown =
        (Verdict.NoDifferenceShown) verdict(TestedMetric.THROUGHPUT, Rounds.of(1.03, 0.1, 10));

    double noise = 0.1 * Math.sqrt(10 / 9.0);
    assertThat(shown.margin()).isEqualTo(0.05);
    assertThat(shown.smallestDetectable().orElseThrow())
        .isCloseTo(Power.smallestDetectable(noise, 10, 0.05), within(1e-9));
    assertThat(shown.roundsNeeded()).isEqualTo(Power.roundsNeeded(noise, 0.05, 0.05));
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "5"})
  void fewerThanSixRoundsAreIndicativeHoweverLargeTheDifference(int rounds) {
    assertThat(verdict(TestedMetric.THROUGHPUT, Rounds.of(10, 0.001, rounds)))
        .isEqualTo(new Verdict.Indicative(rounds, 6));
  }

  @Test
  void sixRoundsJudgeOnePairAndNoFamilyOfThree() {
    PairedLogRatio ratios = Rounds.of(1.2, 0.02, 6);
    assertThat(verdict(TestedMetric.THROUGHPUT, ratios)).isInstanceOf(Verdict.BetterAtLeast.class);

    Pair pair = new Pair.Measured("a", "b", ratios);
    List<PairVerdict> three = family(NoiseFloor.NOT_MEASURED, pair, pair, pair);
    assertThat(three)
        .extracting(PairVerdict::ruling)
        .allSatisfy(
            verdict -> {
              assertThat(verdict).isInstanceOf(Verdict.NoDifferenceShown.class);
              assertThat(((Verdict.NoDifferenceShown) verdict).smallestDetectable()).isEmpty();
              assertThat(((Verdict.NoDifferenceShown) verdict).roundsNeeded())
                  .isGreaterThanOrEqualTo(7);
            });
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
            new Pair.Excluded("a", "d", Pair.Status.FAILED, "3 KO"));

    // two pairs are measured: 2/1024 at the first step, 1 at the second
    TestResult first = judgements.get(1).evidence().orElseThrow();
    assertThat(first.p()).isEqualTo(2 / 1024.0);
    assertThat(first.adjustedP()).isEqualTo(4 / 1024.0);
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
        family(NoiseFloor.NOT_MEASURED, new Pair.Excluded("a", "b", status, "why")).getFirst();

    assertThat(judgement.ruling()).isEqualTo(new Verdict.Unranked(status, "why"));
  }

  @Test
  void noiseFloorWidensTheMargin() {
    PairedLogRatio ratios = Rounds.of(1.08, 0.01, 10);
    Pair pair = new Pair.Measured("a", "b", ratios);

    assertThat(family(new NoiseFloor(0.01, 1), pair).getFirst().ruling())
        .isEqualTo(new Verdict.BetterAtLeast("a", 7));
    assertThat(family(new NoiseFloor(0.1, 1), pair).getFirst().ruling())
        .isEqualTo(new Verdict.BetterSizeUnclear("a", 0.1, true));
  }

  @Test
  void significantControlForbidsAllRanking() {
    Pair pair = new Pair.Measured("a", "b", Rounds.of(10, 0.01, 10));
    PairVerdict judgement = family(new NoiseFloor(0.01, 0.04), pair).getFirst();

    assertThat(judgement.ruling())
        .isEqualTo(
            new Verdict.Unranked(Pair.Status.INVALID, "the A/A control differs from itself"));
    assertThat(judgement.evidence()).isPresent();
  }

  @Test
  void sameRatioInEveryRoundIsJudgedByTheSigns() {
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
        List<Double> negated =
            Rounds.of(ratio, noise, 10).differences().stream().map(d -> -d).toList();
        PairVerdict back =
            family(
                    NoiseFloor.NOT_MEASURED,
                    new Pair.Measured("b", "a", new PairedLogRatio(negated)))
                .getFirst();
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
