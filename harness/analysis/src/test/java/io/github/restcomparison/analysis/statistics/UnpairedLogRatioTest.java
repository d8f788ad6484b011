package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Two independent samples. Ratio and interval are from NumPy and SciPy 1.10 (means and variances of
 * the logarithms, {@code stats.t.ppf} at the Welch-Satterthwaite degrees of freedom), the p from
 * Python's {@code itertools.combinations}, which walks through every way.
 */
class UnpairedLogRatioTest {
  private static final double[] A = {9_764, 9_812, 9_701, 9_790, 9_755, 9_833};
  private static final double[] B = {9_402, 9_518, 9_377, 9_466, 9_431};

  @Test
  void ratioIsThatOfTheGeometricMeans() {
    // by hand: exp((ln 2 + ln 8) / 2 - ln 2) = 4 / 2
    assertThat(UnpairedLogRatio.of(new double[] {2, 8}, new double[] {2, 2}).ratio())
        .isCloseTo(2, within(1e-12));
    assertThat(UnpairedLogRatio.of(A, B).ratio()).isCloseTo(1.0357115393, within(1e-9));
  }

  @Test
  void intervalIsWelchs() {
    Interval interval = UnpairedLogRatio.of(A, B).interval(0.95).orElseThrow();
    assertThat(interval.low()).isCloseTo(1.0278936937, within(1e-6));
    assertThat(interval.high()).isCloseTo(1.0435888450, within(1e-6));
  }

  @Test
  void pCountsAllWaysToDealOutTheValues() {
    // by hand: the two sides do not overlap, so 2 of C(4,2) = 6 ways are as extreme
    assertThat(PermutationTest.twoSample(new double[] {1, 2}, new double[] {3, 4}))
        .isCloseTo(2 / 6.0, within(1e-12));
    // and with sides of 6 and 5: only the way itself, of C(11,6) = 462; its mirror has other sizes
    assertThat(UnpairedLogRatio.of(A, B).p()).isCloseTo(1 / 462.0, within(1e-9));
    assertThat(
            PermutationTest.twoSample(
                new double[] {1.1, 2.3, 0.4, 3.9}, new double[] {2.2, 4.1, 5.0}))
        .isCloseTo(6 / 35.0, within(1e-9));
  }

  @Test
  void sameValuesOnBothSidesAreNoDifference() {
    assertThat(PermutationTest.twoSample(A, A)).isEqualTo(1);
    UnpairedLogRatio same = UnpairedLogRatio.of(new double[] {5, 5}, new double[] {5, 5});
    assertThat(same.p()).isEqualTo(1);
    assertThat(same.sameInEveryRound()).isTrue();
    assertThat(same.interval(0.95)).hasValue(new Interval(1, 1, 0.95));
  }

  @Test
  void oneRoundHasNoInterval() {
    UnpairedLogRatio one = UnpairedLogRatio.of(new double[] {3}, new double[] {2, 4});
    assertThat(one.interval(0.95)).isEmpty();
    assertThat(one.rounds()).isEqualTo(1);
  }

  /** By hand: 2/C(6,3) = 0.1, 2/C(8,4) = 0.0286, 2/C(10,5) = 0.0079, 2/C(12,6) = 0.0022. */
  @Test
  void fewestRoundsWithWhichAnythingCanBeShown() {
    UnpairedLogRatio any = UnpairedLogRatio.of(A, B);
    assertThat(any.fewestRounds(1, 0.05)).isEqualTo(4);
    assertThat(any.fewestRounds(3, 0.05)).isEqualTo(5);
    assertThat(any.fewestRounds(6, 0.05)).isEqualTo(5);
    assertThat(any.fewestRounds(7, 0.05)).isEqualTo(6);
    assertThatIllegalArgumentException().isThrownBy(() -> any.fewestRounds(0, 0.05));
  }

  /** C(40,20) ways are too many to count. SciPy's own sample of 200,000 gives p = 0.123 here. */
  @Test
  void manyRoundsAreSampled() {
    double[] a = IntStream.range(0, 20).mapToDouble(i -> 0.01 * i).toArray();
    double[] b = Arrays.stream(a).map(x -> x - 0.03).toArray();
    double p = PermutationTest.twoSample(a, b);
    assertThat(p).isEqualTo(PermutationTest.twoSample(a, b)).isCloseTo(0.123, within(0.01));
  }

  /**
   * 2,000 synthetic pairs of experiments of 10 rounds each with 3 % noise: the same are called
   * different in 5 % of them at most (binomial: 100, standard deviation 9.7; four of them), and 10
   * % are found in 95 % at least.
   */
  @Test
  void falseAlarmsAreRareAndTenPercentAreFound() {
    Random random = new Random(11);
    int experiments = Integer.getInteger("experiments", 4_000) / 2; // fewer outside -Pfull
    int falseAlarms = 0;
    int found = 0;
    for (int i = 0; i < experiments; i++) {
      falseAlarms +=
          PermutationTest.twoSample(noise(random, 10, 0), noise(random, 10, 0)) < 0.05 ? 1 : 0;
      if (i < 100) {
        found +=
            PermutationTest.twoSample(noise(random, 10, Math.log(1.1)), noise(random, 10, 0)) < 0.05
                ? 1
                : 0;
      }
    }
    double fourStandardErrors = 4 * Math.sqrt(experiments * 0.05 * 0.95);
    assertThat((double) falseAlarms).isLessThan(experiments * 0.05 + fourStandardErrors);
    assertThat(found).isGreaterThanOrEqualTo(95);
  }

  private static double[] noise(Random random, int rounds, double shift) {
    return DoubleStream.generate(() -> shift + 0.03 * random.nextGaussian())
        .limit(rounds)
        .toArray();
  }

  @Test
  void whatIsNoMeasurementIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnpairedLogRatio.of(new double[] {1, 0}, B))
        .withMessageContaining("a[1] = 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PermutationTest.twoSample(new double[0], B))
        .withMessageContaining("one or more each");
  }
}
