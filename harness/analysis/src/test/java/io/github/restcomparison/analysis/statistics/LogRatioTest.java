package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogRatioTest {
  private static final NoiseFloor NONE = NoiseFloor.NOT_MEASURED;
  private static final double[] A = {
    9012.5, 8954.1, 9103.7, 8877.0, 9040.2, 8991.9, 9066.6, 8930.3, 9019.8, 8975.4
  };
  private static final double[] B = {
    8471.0, 8522.6, 8390.8, 8467.3, 8599.9, 9002.2, 8445.5, 8502.7, 8481.1, 8410.6
  };

  /** Of two experiments, whose rounds do not belong together. */
  private static final double[] ONE = {9_764, 9_812, 9_701, 9_790, 9_755, 9_833};

  private static final double[] OTHER = {9_402, 9_518, 9_377, 9_466, 9_431};

  /** numpy 2.4.6: {@code d = np.log(a/b); np.exp(d.mean()), d.std(ddof=1)}. */
  @Test
  void pairedRatioIsTheGeometricMean() {
    LogRatio ratio = LogRatios.of(A, B, NONE);

    assertThat(ratio.rounds()).isEqualTo(10);
    assertThat(ratio.ratio()).isCloseTo(1.0550143235916167, within(1e-12));
    assertThat(ratio.standardError() * Math.sqrt(10))
        .isCloseTo(0.022198450209012566, within(1e-12));
  }

  /** scipy 1.17.1: {@code np.exp(stats.t.interval(c, 9, d.mean(), d.std(ddof=1)/np.sqrt(10)))}. */
  @ParameterizedTest
  @CsvSource({
    "0.90, 1.041525347875273, 1.0686779973757965",
    "0.95, 1.038393211039217, 1.0719014831284757",
    "0.9833333333333333, 1.0335123957938308, 1.0769635928058219"
  })
  void pairedIntervalIsStudents(double confidence, double low, double high) {
    Estimate interval = LogRatios.of(A, B, NONE).interval(confidence);

    assertThat(interval.low()).isCloseTo(low, within(1e-9));
    assertThat(interval.high()).isCloseTo(high, within(1e-9));
    assertThat(interval.confidence()).isEqualTo(confidence);
  }

  @Test
  void otherWayRoundIsTheReciprocal() {
    Estimate forth = LogRatios.of(A, B, NONE).interval(0.95);
    Estimate back = LogRatios.of(B, A, NONE).interval(0.95).reciprocal();

    assertThat(back.low()).isCloseTo(forth.low(), within(1e-12));
    assertThat(back.high()).isCloseTo(forth.high(), within(1e-12));
  }

  @Test
  void oneRoundHasARatioAndNoSpread() {
    LogRatio paired = LogRatios.of(new double[] {3}, new double[] {2}, NONE);
    assertThat(paired.ratio()).isCloseTo(1.5, within(1e-12));
    assertThat(paired.interval(0.95).hasInterval()).isFalse();
    assertThat(paired.p()).isEqualTo(1);
    LogRatio independent = LogRatio.independent(new double[] {3}, new double[] {2, 4}, NONE);
    assertThat(independent.interval(0.95).hasInterval()).isFalse();
    assertThat(independent.rounds()).isEqualTo(1);
  }

  @Test
  void sameRatioInEveryRoundIsNamedAndHasNoWidth() {
    LogRatio ratio =
        LogRatios.of(new double[] {1.1, 2.2, 3.3, 12.1}, new double[] {1, 2, 3, 11}, NONE);
    Estimate interval = ratio.interval(0.95);

    assertThat(ratio.sameInEveryRound()).isTrue();
    assertThat(interval.high() - interval.low()).isCloseTo(0, within(1e-12));
    assertThat(LogRatios.of(A, B, NONE).sameInEveryRound()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 0, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesInvalidValues(double value) {
    double[] values = {1, value};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogRatios.of(new double[] {1, 1}, values, NONE))
        .withMessageContaining("must be finite");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogRatio.independent(values, ONE, NONE))
        .withMessageContaining("must be finite");
  }

  @Test
  void onlyRoundsOfBothArePaired() {
    Map<Integer, Double> a = Map.of(1, 2.0, 2, 3.0, 4, 8.0);
    LogRatio ratio = LogRatio.paired(a, Map.of(2, 3.0, 3, 9.0, 4, 2.0), NONE);
    assertThat(ratio.rounds()).isEqualTo(2);
    assertThat(ratio.ratio()).isCloseTo(2, within(1e-12)); // the geometric mean of 1 and 4
    assertThat(LogRatio.paired(Map.of(1, 2.0), Map.of(2, 3.0), NONE).rounds()).isZero();
  }

  /** By hand: s = max(0.1 √(10/9), 0.2), and the same for its degrees of freedom. */
  @Test
  void pairedNoiseIsNeverTakenForSmallerThanTheControls() {
    LogRatio own = LogRatios.of(1.2, 0.1, 10, new NoiseFloor(0, 0.1, 6));
    assertThat(own.standardError()).isCloseTo(0.1 / 3, within(1e-12));
    assertThat(own.degreesOfFreedom()).isEqualTo(9);
    LogRatio ofControl = LogRatios.of(1.2, 0.1, 10, new NoiseFloor(0, 0.2, 6));
    assertThat(ofControl.standardError()).isCloseTo(0.2 / Math.sqrt(10), within(1e-12));
    assertThat(ofControl.degreesOfFreedom()).isEqualTo(5);
    assertThat(LogRatios.of(1.2, 0.1, 10, new NoiseFloor(0, 0.2, 12)).degreesOfFreedom())
        .isEqualTo(9);
  }

  /**
   * Closed forms: with 2 degrees of freedom the two-sided p of t is 1 - t/√(2 + t²), with 1 it is
   * that of a Cauchy distribution, 1 - 2 atan(t)/π.
   */
  @Test
  void pIsStudents() {
    LogRatio three = LogRatios.of(3, r -> 0.1 + 0.05 * (r - 1), NONE);
    double t = 0.1 / (0.05 / Math.sqrt(3));
    assertThat(three.p()).isCloseTo(1 - t / Math.sqrt(2 + t * t), within(1e-12));
    LogRatio two = LogRatios.of(2, r -> 0.1 + 0.05 * r, NONE);
    double t1 = 0.125 / 0.025;
    assertThat(two.p()).isCloseTo(1 - 2 * Math.atan(t1) / Math.PI, within(1e-12));
    assertThat(LogRatios.of(3, r -> 0, NONE).p()).isEqualTo(1);
    assertThat(LogRatios.of(3, r -> 1, NONE).p()).isZero();
  }

  /** An interval ends at 1 if p is its level. */
  @Test
  void intervalAndPAgree() {
    LogRatio ratio = LogRatios.of(A, B, new NoiseFloor(0.1, 0.06, 8));
    assertThat(ratio.interval(1 - ratio.p()).low()).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, Double.NaN})
  void refusesAConfidenceThatIsNone(double confidence) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogRatios.of(A, B, NONE).interval(confidence))
        .withMessageContaining("confidence = " + confidence);
  }

  /**
   * Ratio and interval are from NumPy and SciPy 1.10 (means and variances of the logarithms, {@code
   * stats.t.ppf} at the Welch-Satterthwaite degrees of freedom).
   */
  @Test
  void independentSamplesAreComparedByWelchsTest() {
    // by hand: exp((ln 2 + ln 8) / 2 - ln 2) = 4 / 2
    assertThat(LogRatio.independent(new double[] {2, 8}, new double[] {2, 2}, NONE).ratio())
        .isCloseTo(2, within(1e-12));
    LogRatio ratio = LogRatio.independent(ONE, OTHER, NONE);
    assertThat(ratio.ratio()).isCloseTo(1.0357115393, within(1e-9));
    assertThat(ratio.interval(0.95).low()).isCloseTo(1.0278936937, within(1e-6));
    assertThat(ratio.interval(0.95).high()).isCloseTo(1.0435888450, within(1e-6));
  }

  @Test
  void sameValuesOnBothSidesAreNoDifference() {
    LogRatio same = LogRatio.independent(new double[] {5, 5}, new double[] {5, 5}, NONE);
    assertThat(same.p()).isEqualTo(1);
    assertThat(same.sameInEveryRound()).isTrue();
    assertThat(same.interval(0.95)).isEqualTo(new Estimate(1, 1, 1, 0.95));
  }

  /**
   * By hand: a control's s of 0.04 is 0.0283 for each of the two days, more than either has shown
   * (0.0046 and 0.0058), so the variances of the means are 0.0008/6 and 0.0008/5.
   */
  @Test
  void independentNoiseIsNeverTakenForSmallerThanTheControls() {
    LogRatio ratio = LogRatio.independent(ONE, OTHER, new NoiseFloor(0.1, 0.04, 4));
    double ofOne = 0.0008 / 6;
    double ofOther = 0.0008 / 5;
    double sum = ofOne + ofOther;
    assertThat(ratio.standardError()).isCloseTo(Math.sqrt(sum), within(1e-12));
    assertThat(ratio.degreesOfFreedom())
        .isCloseTo(sum * sum / (ofOne * ofOne / 3 + ofOther * ofOther / 3), within(1e-9));
  }
}
