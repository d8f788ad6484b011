package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.LogRatios;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict table. Ten rounds of noise c have a 95 % interval that reaches e^(0.754 c). */
class PairTest {

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
        .returns(Ruling.BETTER_AT_LEAST, Pair::ruling)
        .returns(better, Pair::better)
        .returns(percent, Pair::certainPercent);
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
        .returns(Ruling.BETTER_SIZE_UNCLEAR, Pair::ruling)
        .returns(better, Pair::better)
        .returns(0, Pair::certainPercent);
    // With 4 rounds, 3.182 * 0.02 * √(4/3) / 2 = 0.0367 is the reach: ln 1.05 = 0.0488.
    assertThat(verdict(metric(metric), LogRatios.of(ratio, noise, 4)))
        .returns(Ruling.BETTER_SIZE_UNCLEAR, Pair::ruling)
        .returns(better, Pair::better)
        .returns(0, Pair::certainPercent);
  }

  /** 1.02 e^±0.0075: certainly above 1, and certainly within 5 %, which is the stronger result. */
  @Test
  void intervalInsideTheMarginIsEquivalentWhetherItExcludesOneOrNot() {
    for (LogRatio ratio :
        List.of(
            LogRatios.of(1, 0.02, 10),
            LogRatios.of(1.02, 0.01, 10),
            LogRatios.of(1 / 1.02, 0.01, 10))) {
      assertThat(verdict(TestedMetric.THROUGHPUT, ratio))
          .returns(Ruling.EQUIVALENT, Pair::ruling)
          .returns("", Pair::better)
          .returns(ratio.interval(0.9), Pair::interval);
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
   * By hand: s = 0.1 √(10/9) = 0.10541. With 1.01, of 90 %: t(R-1; 0.95) s / √R < ln 1.05 - ln 1.01
   * = 0.03884 from 22 rounds on: 1.721 * 0.10541 / 4.690 = 0.03868; with 21 it is 1.725 * 0.10541 /
   * 4.583 = 0.03968. With 1.05, of 95 %: below 0.04879 from 21 on: 2.086 * 0.10541 / 4.583 =
   * 0.04798; with 20 it is 2.093 * 0.10541 / 4.472 = 0.04933.
   */
  @Test
  void otherwiseNoDifferenceIsShownAndHowManyMoreRoundsItWouldTake() {
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(1.01, 0.1, 10)))
        .returns(Ruling.NOT_TOLD_APART, Pair::ruling)
        .returns(12, pair -> pair.test().moreRounds());
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(1.05, 0.1, 10)))
        .returns(Ruling.NOT_TOLD_APART, Pair::ruling)
        .returns(11, pair -> pair.test().moreRounds());
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void fewerThanThreeRoundsAreIndicativeHoweverLargeTheDifference(int rounds) {
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(10, 0.001, rounds)))
        .returns(Ruling.PREVIEW, Pair::ruling)
        .returns(rounds, Pair::rounds);
  }

  @Test
  void threeRoundsJudgeALargeDifferenceInAnyFamily() {
    Pair pair = pair("a", "b", LogRatios.of(4.9, 0.02, 3));
    assertThat(family(NoiseFloor.NOT_MEASURED, Collections.nCopies(15, pair).toArray(Pair[]::new)))
        .extracting(Pair::ruling)
        .allSatisfy(verdict -> assertThat(verdict).isEqualTo(Ruling.BETTER_AT_LEAST));
  }

  /** It may be better than measured: it cannot lose, but it can win. */
  @ParameterizedTest
  @CsvSource({
    "1.2, b, INVALID", // a is faster than what b was let be
    "1.2, a, better", // b is slower than a, even as it was held back
    "1, a, INVALID" // what is held back may not be called equivalent
  })
  void variantLimitedByTheGeneratorHasNoVerdict(double ratio, String heldBack, String verdict) {
    Pair pair =
        Pair.of("a", "b", TestedMetric.THROUGHPUT, LogRatios.of(ratio, 0.01, 10), Set.of(heldBack));
    Pair judged = family(NoiseFloor.NOT_MEASURED, pair).getFirst();
    if (verdict.equals("better")) {
      assertThat(judged)
          .returns("a", Pair::better)
          .returns(19, Pair::certainPercent)
          .returns(Status.VALID, each -> each.validity().status());
    } else {
      assertThat(judged)
          .returns(Ruling.UNRANKED, Pair::ruling)
          .returns("", Pair::better)
          .returns(Status.INVALID, each -> each.validity().status())
          .returns(
              "the load generator limited %s, which may be better than it looks"
                  .formatted(heldBack),
              each -> each.validity().reason());
    }
  }

  @Test
  void evidenceIsHolmAdjusted() {
    List<Pair> judgements =
        family(
            NoiseFloor.NOT_MEASURED,
            pair("a", "b", LogRatios.of(1, 0.2, 10)),
            pair("a", "c", LogRatios.of(1.2, 0.02, 10)),
            failed("a", "d", "3 KO"));

    // two pairs are measured: the smaller p at the first step, 1 at the second
    Pair first = judgements.get(1);
    double p = first.logRatio().p();
    assertThat(p).isPositive().isLessThan(1e-6);
    assertThat(first.test().p()).isEqualTo(2 * p);
    assertThat(first.test().family()).isEqualTo(2);
    assertThat(first.interval().confidence()).isCloseTo(0.975, within(1e-12));
    Pair second = judgements.get(0);
    assertThat(second.test().p()).isEqualTo(1);
    assertThat(second.interval().confidence()).isCloseTo(0.95, within(1e-12));
    assertThat(judgements.get(2).isMeasured()).isFalse();
    assertThat(judgements.get(2).interval().hasInterval()).isFalse();
  }

  @Test
  void excludedPairIsShownWithItsReason() {
    Pair judgement = family(NoiseFloor.NOT_MEASURED, failed("a", "b", "why")).getFirst();
    assertThat(judgement)
        .returns(Ruling.UNRANKED, Pair::ruling)
        .returns(Status.FAILED, each -> each.validity().status())
        .returns("why", each -> each.validity().reason());
    assertThat(judgement.state()).isEqualTo(State.CLOSED);
  }

  @Test
  void noiseFloorWidensTheMargin() {
    Pair pair = pair("a", "b", LogRatios.of(1.08, 0.01, 10));

    assertThat(family(new NoiseFloor(0.01, 0, 10), pair).getFirst())
        .returns("a", Pair::better)
        .returns(7, Pair::certainPercent);
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

  /** More rounds cannot decide a pair that the generator limited. */
  @ParameterizedTest
  @CsvSource({"1.04, b, true", "1.04, a, false", "0.96, a, true", "0.96, b, false"})
  void pairWhoseWorseVariantIsLimitedByTheGeneratorIsClosed(
      double ratio, String heldBack, boolean closed) {
    Pair pair =
        Pair.of("a", "b", TestedMetric.THROUGHPUT, LogRatios.of(ratio, 0.1, 10), Set.of(heldBack));
    Pair judgement = new Family(NoiseFloor.NOT_MEASURED, 90, 1).judge(List.of(pair)).getFirst();
    assertThat(judgement.state()).isEqualTo(closed ? State.CLOSED : State.OPEN);
  }

  @Test
  void identicalRatioInEveryRoundIsJudged() {
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(1.1, 0, 10)))
        .returns("a", Pair::better)
        .returns(10, Pair::certainPercent);
    assertThat(verdict(TestedMetric.THROUGHPUT, LogRatios.of(1, 0, 10)).ruling())
        .isEqualTo(Ruling.EQUIVALENT);
  }

  /** Swapping the names of a pair must swap nothing but the names. */
  @Test
  void verdictDoesNotDependOnWhichIsCalledA() {
    for (double ratio : new double[] {0.7, 0.93, 0.97, 1, 1.04, 1.06, 1.5}) {
      for (double noise : new double[] {0.003, 0.03, 0.3}) {
        Pair forth = verdict(TestedMetric.THROUGHPUT, LogRatios.of(ratio, noise, 10));
        LogRatio negated = LogRatios.of(1 / ratio, -noise, 10);
        Pair back = family(NoiseFloor.NOT_MEASURED, pair("b", "a", negated)).getFirst();
        assertThat(back)
            .returns(forth.ruling(), Pair::ruling)
            .returns(forth.better(), Pair::better)
            .returns(forth.certainPercent(), Pair::certainPercent);
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
    Pair early =
        judge(LogRatios.of(3, r -> logs[r], NoiseFloor.NOT_MEASURED), NoiseFloor.NOT_MEASURED, 7);
    assertThat(early.ruling()).isEqualTo(Ruling.BETTER_AT_LEAST);
    assertThat(early.state()).isEqualTo(State.DECIDED);

    Pair late =
        judge(LogRatios.of(10, r -> logs[r], NoiseFloor.NOT_MEASURED), NoiseFloor.NOT_MEASURED, 0);
    assertThat(late.ruling()).isEqualTo(Ruling.NOT_TOLD_APART);
    assertThat(late.state()).isNotEqualTo(State.DECIDED);
    assertThat(late.rounds()).isEqualTo(10);
  }

  /**
   * A control that differs from itself by 10 %: within such a margin, equivalence has little
   * meaning.
   */
  @Test
  void equivalenceWithinAWideMarginIsDecidedIfNoRoundCanNarrowIt() {
    // by 10 rounds the margin may be 0.097 * 0.79 * √(3/10) = 4.2 %
    NoiseFloor wide = new NoiseFloor(.1, .001, 3);
    LogRatio ratio = LogRatios.of(1, .001, 3, wide);
    assertThat(judge(ratio, wide, 7))
        .returns(Ruling.EQUIVALENT, Pair::ruling)
        .returns(State.OPEN, Pair::state);
    assertThat(judge(ratio, wide, 1).state()).isEqualTo(State.DECIDED);
    NoiseFloor tooWide = new NoiseFloor(.3, .001, 3);
    assertThat(judge(ratio, tooWide, 1))
        .returns(Ruling.NOT_TOLD_APART, Pair::ruling)
        .returns(State.CLOSED, Pair::state);
  }

  @Test
  void equivalenceWithinTheMinimumMarginIsDecided() {
    Pair verdict = judge(LogRatios.of(1, .01, 5), NoiseFloor.NOT_MEASURED, 5);
    assertThat(verdict.ruling()).isEqualTo(Ruling.EQUIVALENT);
    assertThat(verdict.state()).isEqualTo(State.DECIDED);
  }

  /** By hand: s = 0.02, 4.303 * 0.02 / √3 = 0.0497 is the reach; ln 1.07 = 0.0677. */
  @Test
  void pairIsClosedOnceTheBetterVariantIsKnown() {
    NoiseFloor floor = new NoiseFloor(.05, .02, 3);
    assertThat(judge(rounds(Math.log(1.07), .01, floor), floor, 7))
        .returns(Ruling.BETTER_SIZE_UNCLEAR, Pair::ruling)
        .returns(State.CLOSED, Pair::state);
  }

  /**
   * CPU of Spring Boot on two kinds of threads, after three rounds: 1.17, 1.03 to 1.33, and a
   * control of 34 %. Throughput was decided, and this pair would have taken seven rounds more.
   */
  @Test
  void pairIsClosedIfTheControlStaysNoisy() {
    NoiseFloor floor = new NoiseFloor(.34, .0515, 3);
    Pair cpu = judge(rounds(Math.log(1.17), .0515, floor), floor, 7);
    // s = 0.0515: 4.303 * 0.0515 / √3 = 0.1279; e^(0.157 ± 0.1279) = 1.030 to 1.330
    assertThat(cpu.logRatio().interval(.95).low()).isCloseTo(1.030, within(.001));
    assertThat(cpu.logRatio().interval(.95).high()).isCloseTo(1.330, within(.001));
    assertThat(cpu.state()).isEqualTo(State.CLOSED);
    assertThat(PairSentences.undecided(cpu, 7))
        .isEqualTo(
            "a and b are not told apart by throughput (noise 34 %), which is too much for the 7"
                + " rounds left");
  }

  /**
   * By hand, of three rounds of which seven are left: the deviation may be √(2 / 3.219) = 0.788 of
   * what was seen. Within 5 % of 1.02 if 1.833 * 0.788 s / √10 = 0.4568 s < ln 1.05 - ln 1.02 =
   * 0.02899: s < 0.0635.
   */
  @Test
  void pairIsOpenOnlyIfTheRoundsThatAreLeftMayDecideIt() {
    NoiseFloor none = NoiseFloor.NOT_MEASURED;
    assertThat(judge(rounds(Math.log(1.02), .063, none), none, 7))
        .returns(Ruling.NOT_TOLD_APART, Pair::ruling)
        .returns(State.OPEN, Pair::state);
    assertThat(judge(rounds(Math.log(1.02), .064, none), none, 7).state()).isEqualTo(State.CLOSED);
    assertThat(judge(rounds(Math.log(1.02), .063, none), none, 6).state()).isEqualTo(State.CLOSED);
  }

  /**
   * The noise of three rounds may look small by luck; a control of as many is a second look at it.
   */
  @Test
  void withoutAControlAnalysesShareTheErrorProbability() {
    // p = 0.0198: t = 7.0 with 2 degrees of freedom; 0.05 / 8 = 0.00625
    LogRatio ratio = rounds(.07, .0173, NoiseFloor.NOT_MEASURED);
    assertThat(ratio.p()).isBetween(.019, .021);
    assertThat(judge(ratio, NoiseFloor.NOT_MEASURED, 7).ruling()).isEqualTo(Ruling.NOT_TOLD_APART);
    NoiseFloor control = new NoiseFloor(.04, .0173, 3);
    assertThat(judge(ratio, control, 7).ruling()).isEqualTo(Ruling.BETTER_SIZE_UNCLEAR);
    assertThat(verdict(TestedMetric.THROUGHPUT, ratio).ruling())
        .as("one look")
        .isEqualTo(Ruling.BETTER_SIZE_UNCLEAR);
  }

  /** Three rounds of a mean and a standard deviation, as logarithms. */
  private static LogRatio rounds(double mean, double deviation, NoiseFloor floor) {
    return LogRatios.of(3, r -> mean + deviation * (r - 1), floor);
  }

  private static Pair pair(String a, String b, LogRatio ratio) {
    return Pair.of(a, b, TestedMetric.THROUGHPUT, ratio, Set.of());
  }

  private static Pair failed(String a, String b, String reason) {
    return Pair.excluded(a, b, TestedMetric.THROUGHPUT, State.CLOSED, Status.FAILED, reason);
  }

  private static Pair judge(LogRatio ratio, NoiseFloor floor, int roundsLeft) {
    return new Family(floor, roundsLeft, 8).judge(List.of(pair("a", "b", ratio))).getFirst();
  }

  static TestedMetric metric(String id) {
    return Stream.of(TestedMetric.THROUGHPUT, TestedMetric.CPU_PER_REQUEST)
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static Pair verdict(TestedMetric metric, LogRatio ratio) {
    Pair pair = Pair.of("a", "b", metric, ratio, Set.of());
    return Family.judgedOnce(.05).judge(List.of(pair)).getFirst();
  }

  private static List<Pair> family(NoiseFloor floor, Pair... pairs) {
    return Family.judgedOnce(floor.margin()).judge(List.of(pairs));
  }
}
