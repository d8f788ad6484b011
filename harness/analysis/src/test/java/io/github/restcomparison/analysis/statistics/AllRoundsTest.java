package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A verdict is stated from all rounds; the noise of a round alternates in sign. */
class AllRoundsTest {
  private static final double NOISE = 0.01;

  /** Three rounds of 20 %, then seven of −20 %: the first three decide nothing for good. */
  @Test
  void laterRoundsThatContradictTakeAVerdictBack() {
    double[] ratios = {1.199, 1.20, 1.201, .8, .8, .8, .8, .8, .8, .8};
    PairVerdict early = judge(Rounds.of(3, r -> Math.log(ratios[r])), NoiseFloor.NOT_MEASURED, 3);
    assertThat(early.ruling()).isInstanceOf(Verdict.BetterAtLeast.class);
    assertThat(early.decided()).isTrue();

    PairVerdict late = judge(Rounds.of(10, r -> Math.log(ratios[r])), NoiseFloor.NOT_MEASURED, 10);
    assertThat(late.ruling()).isInstanceOf(Verdict.NoDifferenceShown.class);
    assertThat(late.decided()).isFalse();
    assertThat(late.rounds()).hasValue(10);
  }

  /** A control that differs from itself by 20 %: within so much, equivalence says little. */
  @Test
  void equivalenceWithinAWideMarginIsDecidedByTheLastRoundOnly() {
    NoiseFloor wide = NoiseFloor.of(Rounds.of(1.2, NOISE, 9));
    PairVerdict early = judge(Rounds.of(1.1, NOISE, 9), wide, 9);
    assertThat(early.ruling()).isInstanceOf(Verdict.EquivalentWithin.class);
    assertThat(early.isUndecided()).isTrue();
    assertThat(judge(Rounds.of(1.1, NOISE, 10), wide, 10).decided()).isTrue();
  }

  @Test
  void equivalenceWithinTheLeastMarginIsDecidedAtOnce() {
    PairVerdict verdict = judge(Rounds.of(1, NOISE, 5), NoiseFloor.NOT_MEASURED, 5);
    assertThat(verdict.ruling()).isInstanceOf(Verdict.EquivalentWithin.class);
    assertThat(verdict.isUndecided()).isFalse();
  }

  @Test
  void differenceOfTheMarginIsNeverDecided() {
    PairVerdict verdict = judge(Rounds.of(1.05, NOISE, 10), NoiseFloor.NOT_MEASURED, 10);
    assertThat(verdict.ruling()).isInstanceOf(Verdict.BetterSizeUnclear.class);
    assertThat(verdict.isUndecided()).isTrue();
  }

  @Test
  void fewerThanThreeRoundsGiveNoVerdict() {
    PairVerdict verdict = judge(Rounds.of(4.9, NOISE, 2), NoiseFloor.NOT_MEASURED, 2);
    assertThat(verdict.ruling()).isEqualTo(new Verdict.Indicative(2, 3));
    assertThat(verdict.isUndecided()).isTrue();
  }

  @Test
  void failedPairIsClosedAndLostRoundsAreNot() {
    Pair failed = new Pair.Excluded("a", "b", Pair.Status.FAILED, "why", true);
    Pair lost = new Pair.Excluded("a", "c", Pair.Status.INVALID, "why", false);
    assertThat(judge(List.of(failed, lost), NoiseFloor.NOT_MEASURED, 4))
        .extracting(PairVerdict::isUndecided)
        .containsExactly(false, true);
  }

  private static PairVerdict judge(PairedLogRatio ratios, NoiseFloor floor, int rounds) {
    return judge(List.of(new Pair.Measured("a", "b", ratios)), floor, rounds).getFirst();
  }

  private static List<PairVerdict> judge(List<Pair> pairs, NoiseFloor floor, int rounds) {
    return new PairwiseTests(TestedMetric.THROUGHPUT, floor, pairs, rounds == 10).judge();
  }
}
