package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What was decided at a look stays decided. A round's noise goes up and down in turn. */
class SequentialTestsTest {
  private static final double NOISE = 0.01;

  @Test
  void largeDifferenceIsDecidedAtTheFirstLookAndGrowsPrecise() {
    PairVerdict verdict = afterEach(10, Rounds.of(4.9, NOISE, 10));
    assertThat(verdict.decidedAfter()).hasValue(3);
    assertThat(verdict.rounds()).hasValue(10);
    assertThat(verdict.looks()).extracting(Look::round).containsExactly(3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(verdict.looks().getLast().low()).isGreaterThan(verdict.looks().getFirst().low());
    // t(2; 0.975) = 4.30265, s = 0.01 √(4/3), the mean of the first three +0.01/3.
    double reach = 4.30265 * NOISE * Math.sqrt(4 / 3.0) / Math.sqrt(3);
    assertThat(verdict.looks().getFirst().low())
        .isCloseTo(4.9 * Math.exp(NOISE / 3 - reach), within(1e-4));
    assertThat(verdict.looks().getFirst().confidence()).isCloseTo(0.95, within(1e-9));
  }

  /** 10 % in the first four rounds, and nothing in those that follow. */
  @Test
  void whatIsDecidedIsNotTakenBackAndShowsTheRoundsThatDecidedIt() {
    IntToDoubleFunction fading = r -> r < 4 ? Math.log(1.1) + (r % 2 == 0 ? 0.003 : -0.003) : 0;
    PairVerdict verdict = afterEach(10, Rounds.of(10, fading));
    assertThat(verdict.decidedAfter()).hasValue(3);
    assertThat(verdict.ruling()).isInstanceOf(Verdict.BetterAtLeast.class);
    assertThat(verdict.rounds()).hasValue(4);
    assertThat(verdict.looks()).hasSize(8);
  }

  @Test
  void onceIsOneLookHoweverManyRounds() {
    PairVerdict verdict = tests(Optional.empty(), Rounds.of(4.9, NOISE, 10)).once(10).getFirst();
    assertThat(verdict.decidedAfter()).hasValue(10);
    assertThat(verdict.looks()).extracting(Look::round).containsExactly(10);
  }

  @Test
  void sameIsEquivalentAndDecidedWhereTheControlIsQuiet() {
    PairVerdict verdict = afterEach(10, Rounds.of(1, NOISE, 10));
    assertThat(verdict.ruling()).isInstanceOf(Verdict.EquivalentWithin.class);
    assertThat(verdict.decided()).isTrue();
    assertThat(verdict.isUndecided()).isFalse();
  }

  /**
   * A control that came out 20 % apart: within so much anything is equivalent, and it says little.
   */
  @Test
  void equivalenceWithinAWideMarginWaitsForTheLastRound() {
    Optional<PairedLogRatio> control = Optional.of(Rounds.of(1.2, NOISE, 10));
    SequentialTests tests = tests(control, Rounds.of(1.1, NOISE, 10));
    PairVerdict early = tests.afterEachRound(9, 10).getFirst();
    assertThat(early.ruling()).isInstanceOf(Verdict.EquivalentWithin.class);
    assertThat(early.isUndecided()).isTrue();
    assertThat(tests.afterEachRound(10, 10).getFirst().decidedAfter()).hasValue(10);
  }

  @Test
  void differenceOfTheMarginIsNeverDecided() {
    PairVerdict verdict = afterEach(10, Rounds.of(1.05, NOISE, 10));
    assertThat(verdict.ruling()).isInstanceOf(Verdict.BetterSizeUnclear.class);
    assertThat(verdict.isUndecided()).isTrue();
  }

  @Test
  void fewerThanThreeRoundsAreIndicative() {
    PairVerdict verdict = afterEach(2, Rounds.of(4.9, NOISE, 10));
    assertThat(verdict.ruling()).isEqualTo(new Verdict.Indicative(2, 3));
    assertThat(verdict.isUndecided()).isTrue();
  }

  /** Rounds 1 and 2 were lost: after round 4 there are two, after round 5 three. */
  @Test
  void lostRoundsPostponeTheFirstLookOfAPair() {
    TreeMap<Integer, Double> differences =
        new TreeMap<>(Rounds.of(4.9, NOISE, 10).differences().tailMap(3));
    PairVerdict verdict = afterEach(10, new PairedLogRatio(differences));
    assertThat(verdict.decidedAfter()).hasValue(5);
    assertThat(verdict.looks().getFirst().round()).isEqualTo(4);
  }

  /** The control of round 3 is not known after round 3 alone, but what is known after it. */
  @Test
  void laterRoundsDoNotChangeAnEarlierLook() {
    Optional<PairedLogRatio> control = Optional.of(Rounds.of(10, r -> r < 5 ? 0.01 * r : 0.3 * r));
    SequentialTests tests = tests(control, Rounds.of(4.9, 0.1, 10));
    List<Look> all = tests.afterEachRound(10, 10).getFirst().looks();
    for (int round = 3; round <= 10; round++) {
      assertThat(tests.afterEachRound(round, 10).getFirst().looks())
          .isEqualTo(all.subList(0, round - 2));
    }
  }

  @Test
  void whatFailedIsClosedAndWhatMayComeBackIsNot() {
    Pair failed = new Pair.Excluded("a", "b", Pair.Status.FAILED, "why", true);
    Pair lost = new Pair.Excluded("a", "c", Pair.Status.INVALID, "why", false);
    List<PairVerdict> verdicts =
        new SequentialTests(TestedMetric.THROUGHPUT, Optional.empty(), List.of(failed, lost))
            .afterEachRound(4, 10);
    assertThat(verdicts).extracting(PairVerdict::decided).containsExactly(false, false);
    assertThat(verdicts).extracting(PairVerdict::isUndecided).containsExactly(false, true);
  }

  private static PairVerdict afterEach(int rounds, PairedLogRatio ratios) {
    return tests(Optional.empty(), ratios).afterEachRound(rounds, 10).getFirst();
  }

  private static SequentialTests tests(Optional<PairedLogRatio> control, PairedLogRatio ratios) {
    return new SequentialTests(
        TestedMetric.THROUGHPUT, control, List.of(new Pair.Measured("a", "b", ratios)));
  }
}
