package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairedLogRatioTest {

  private static final NoiseFloor NONE = NoiseFloor.NOT_MEASURED;
  private static final double[] A = {
    9012.5, 8954.1, 9103.7, 8877.0, 9040.2, 8991.9, 9066.6, 8930.3, 9019.8, 8975.4
  };
  private static final double[] B = {
    8471.0, 8522.6, 8390.8, 8467.3, 8599.9, 9002.2, 8445.5, 8502.7, 8481.1, 8410.6
  };

  /** numpy 2.4.6: {@code d = np.log(a/b); np.exp(d.mean()), d.std(ddof=1)}. */
  @Test
  void ratioIsTheGeometricMean() {
    PairedLogRatio ratios = Rounds.of(A, B);

    assertThat(ratios.rounds()).isEqualTo(10);
    assertThat(ratios.estimate(NONE).ratio()).isCloseTo(1.0550143235916167, within(1e-12));
    assertThat(ratios.standardDeviation()).isCloseTo(0.022198450209012566, within(1e-12));
  }

  /** scipy 1.17.1: {@code np.exp(stats.t.interval(c, 9, d.mean(), d.std(ddof=1)/np.sqrt(10)))}. */
  @ParameterizedTest
  @CsvSource({
    "0.90, 1.041525347875273, 1.0686779973757965",
    "0.95, 1.038393211039217, 1.0719014831284757",
    "0.9833333333333333, 1.0335123957938308, 1.0769635928058219"
  })
  void intervalIsStudents(double confidence, double low, double high) {
    Interval interval = Rounds.of(A, B).estimate(NONE).interval(confidence).orElseThrow();

    assertThat(interval.low()).isCloseTo(low, within(1e-9));
    assertThat(interval.high()).isCloseTo(high, within(1e-9));
    assertThat(interval.confidence()).isEqualTo(confidence);
  }

  @Test
  void otherWayRoundIsTheReciprocal() {
    Interval forth = Rounds.of(A, B).estimate(NONE).interval(0.95).orElseThrow();
    Interval back = Rounds.of(B, A).estimate(NONE).interval(0.95).orElseThrow().reciprocal();

    assertThat(back.low()).isCloseTo(forth.low(), within(1e-12));
    assertThat(back.high()).isCloseTo(forth.high(), within(1e-12));
  }

  @Test
  void oneRoundHasARatioAndNoSpread() {
    PairedLogRatio ratios = Rounds.of(new double[] {3}, new double[] {2});

    assertThat(ratios.estimate(NONE).ratio()).isCloseTo(1.5, within(1e-12));
    assertThat(ratios.estimate(NONE).interval(0.95)).isEmpty();
    assertThat(ratios.estimate(NONE).p()).isEqualTo(1);
    assertThatIllegalStateException()
        .isThrownBy(ratios::standardDeviation)
        .withMessageContaining("one round");
  }

  @Test
  void sameRatioInEveryRoundIsNamedAndHasNoWidth() {
    PairedLogRatio ratios =
        Rounds.of(new double[] {1.1, 2.2, 3.3, 12.1}, new double[] {1, 2, 3, 11});
    Interval interval = ratios.estimate(NONE).interval(0.95).orElseThrow();

    assertThat(ratios.sameInEveryRound()).isTrue();
    assertThat(interval.high() - interval.low()).isCloseTo(0, within(1e-12));
    assertThat(Rounds.of(A, B).sameInEveryRound()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatCannotBeAMeasurement(double value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rounds.of(new double[] {1, 1}, new double[] {1, value}))
        .withMessageContaining("must be finite");
  }

  @Test
  void refusesNoRoundsAndWhatIsNoNumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PairedLogRatio(new TreeMap<>(Map.of(1, Double.NaN))))
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PairedLogRatio(new TreeMap<>()))
        .withMessageContaining("empty");
  }

  @Test
  void onlyRoundsOfBothArePaired() {
    PairedLogRatio ratios =
        PairedLogRatio.of(Map.of(1, 2.0, 2, 3.0, 4, 8.0), Map.of(2, 3.0, 3, 9.0, 4, 2.0))
            .orElseThrow();
    assertThat(ratios.differences())
        .containsExactly(Map.entry(2, 0.0), Map.entry(4, Math.log(8) - Math.log(2)));
    assertThat(PairedLogRatio.of(Map.of(1, 2.0), Map.of(2, 3.0))).isEmpty();
  }

  /** By hand: s = max(0.1 √(10/9), 0.2), and the same for its degrees of freedom. */
  @Test
  void noiseIsNeverTakenForSmallerThanTheControls() {
    PairedLogRatio ratios = Rounds.of(1.2, 0.1, 10);
    Estimate own = ratios.estimate(new NoiseFloor(0, 0.1, 6));
    assertThat(own.standardError()).isCloseTo(0.1 / 3, within(1e-12));
    assertThat(own.degreesOfFreedom()).isEqualTo(9);
    Estimate ofControl = ratios.estimate(new NoiseFloor(0, 0.2, 6));
    assertThat(ofControl.standardError()).isCloseTo(0.2 / Math.sqrt(10), within(1e-12));
    assertThat(ofControl.degreesOfFreedom()).isEqualTo(5);
    assertThat(ratios.estimate(new NoiseFloor(0, 0.2, 12)).degreesOfFreedom()).isEqualTo(9);
  }

  /**
   * Closed forms: with 2 degrees of freedom the two-sided p of t is 1 - t/√(2 + t²), with 1 it is
   * that of a Cauchy distribution, 1 - 2 atan(t)/π.
   */
  @Test
  void pIsStudents() {
    Estimate three = Rounds.of(3, r -> 0.1 + 0.05 * (r - 1)).estimate(NONE);
    double t = 0.1 / (0.05 / Math.sqrt(3));
    assertThat(three.p()).isCloseTo(1 - t / Math.sqrt(2 + t * t), within(1e-12));
    Estimate two = Rounds.of(2, r -> 0.1 + 0.05 * r).estimate(NONE);
    double t1 = 0.125 / 0.025;
    assertThat(two.p()).isCloseTo(1 - 2 * Math.atan(t1) / Math.PI, within(1e-12));
    assertThat(Rounds.of(3, r -> 0).estimate(NONE).p()).isEqualTo(1);
    assertThat(Rounds.of(3, r -> 1).estimate(NONE).p()).isZero();
  }

  /** An interval ends at 1 where p is its level. */
  @Test
  void intervalAndPAgree() {
    Estimate estimate = Rounds.of(A, B).estimate(new NoiseFloor(0.1, 0.06, 8));
    Interval interval = estimate.interval(1 - estimate.p()).orElseThrow();
    assertThat(interval.low()).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, Double.NaN})
  void refusesAConfidenceThatIsNone(double confidence) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rounds.of(A, B).estimate(NONE).interval(confidence))
        .withMessageContaining("confidence = " + confidence);
  }
}
