package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/**
 * Two independent samples. Ratio and interval are from NumPy and SciPy 1.10 (means and variances of
 * the logarithms, {@code stats.t.ppf} at the Welch-Satterthwaite degrees of freedom).
 */
class UnpairedLogRatioTest {
  private static final NoiseFloor NONE = NoiseFloor.NOT_MEASURED;
  private static final double[] A = {9_764, 9_812, 9_701, 9_790, 9_755, 9_833};
  private static final double[] B = {9_402, 9_518, 9_377, 9_466, 9_431};

  @Test
  void ratioIsThatOfTheGeometricMeans() {
    // by hand: exp((ln 2 + ln 8) / 2 - ln 2) = 4 / 2
    assertThat(UnpairedLogRatio.of(new double[] {2, 8}, new double[] {2, 2}).estimate(NONE).ratio())
        .isCloseTo(2, within(1e-12));
    assertThat(UnpairedLogRatio.of(A, B).estimate(NONE).ratio())
        .isCloseTo(1.0357115393, within(1e-9));
  }

  @Test
  void intervalIsWelchs() {
    Interval interval = UnpairedLogRatio.of(A, B).estimate(NONE).interval(0.95).orElseThrow();
    assertThat(interval.low()).isCloseTo(1.0278936937, within(1e-6));
    assertThat(interval.high()).isCloseTo(1.0435888450, within(1e-6));
  }

  @Test
  void sameValuesOnBothSidesAreNoDifference() {
    UnpairedLogRatio same = UnpairedLogRatio.of(new double[] {5, 5}, new double[] {5, 5});
    assertThat(same.estimate(NONE).p()).isEqualTo(1);
    assertThat(same.sameInEveryRound()).isTrue();
    assertThat(same.estimate(NONE).interval(0.95)).hasValue(new Interval(1, 1, 0.95));
  }

  @Test
  void oneRoundHasNoInterval() {
    UnpairedLogRatio one = UnpairedLogRatio.of(new double[] {3}, new double[] {2, 4});
    assertThat(one.estimate(NONE).interval(0.95)).isEmpty();
    assertThat(one.rounds()).isEqualTo(1);
  }

  /**
   * By hand: a control's s of 0.04 is 0.0283 for each of the two days, more than either has shown
   * (0.0046 and 0.0058), so the variances of the means are 0.0008/6 and 0.0008/5.
   */
  @Test
  void noiseIsNeverTakenForSmallerThanTheControls() {
    Estimate estimate = UnpairedLogRatio.of(A, B).estimate(new NoiseFloor(0.1, 0.04, 4));
    assertThat(estimate.standardError())
        .isCloseTo(Math.sqrt(0.0008 / 6 + 0.0008 / 5), within(1e-12));
    double ofA = 0.0008 / 6;
    double ofB = 0.0008 / 5;
    assertThat(estimate.degreesOfFreedom())
        .isCloseTo((ofA + ofB) * (ofA + ofB) / (ofA * ofA / 3 + ofB * ofB / 3), within(1e-9));
  }

  @Test
  void whatIsNoMeasurementIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnpairedLogRatio.of(new double[] {1, 0}, B))
        .withMessageContaining("-Infinity]: must be finite");
  }
}
