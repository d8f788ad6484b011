package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairedLogRatioTest {

  private static final double[] A = {
    9012.5, 8954.1, 9103.7, 8877.0, 9040.2, 8991.9, 9066.6, 8930.3, 9019.8, 8975.4
  };
  private static final double[] B = {
    8471.0, 8522.6, 8390.8, 8467.3, 8599.9, 9002.2, 8445.5, 8502.7, 8481.1, 8410.6
  };

  /** numpy 2.4.6: {@code d = np.log(a/b); np.exp(d.mean()), d.std(ddof=1)}. */
  @Test
  void ratioIsTheGeometricMean() {
    PairedLogRatio ratios = PairedLogRatio.of(A, B);

    assertThat(ratios.rounds()).isEqualTo(10);
    assertThat(ratios.ratio()).isCloseTo(1.0550143235916167, within(1e-12));
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
    Interval interval = PairedLogRatio.of(A, B).interval(confidence).orElseThrow();

    assertThat(interval.low()).isCloseTo(low, within(1e-9));
    assertThat(interval.high()).isCloseTo(high, within(1e-9));
    assertThat(interval.confidence()).isEqualTo(confidence);
  }

  @Test
  void otherWayRoundIsTheReciprocal() {
    Interval forth = PairedLogRatio.of(A, B).interval(0.95).orElseThrow();
    Interval back = PairedLogRatio.of(B, A).interval(0.95).orElseThrow().reciprocal();

    assertThat(back.low()).isCloseTo(forth.low(), within(1e-12));
    assertThat(back.high()).isCloseTo(forth.high(), within(1e-12));
    assertThat(PairedLogRatio.of(B, A).p()).isEqualTo(PairedLogRatio.of(A, B).p());
  }

  @Test
  void oneRoundHasARatioAndNoSpread() {
    PairedLogRatio ratios = PairedLogRatio.of(new double[] {3}, new double[] {2});

    assertThat(ratios.ratio()).isCloseTo(1.5, within(1e-12));
    assertThat(ratios.interval(0.95)).isEmpty();
    assertThat(ratios.p()).isEqualTo(1);
    assertThatIllegalStateException()
        .isThrownBy(ratios::standardDeviation)
        .withMessageContaining("one round");
  }

  @Test
  void sameRatioInEveryRoundIsNamedAndHasNoWidth() {
    PairedLogRatio ratios =
        PairedLogRatio.of(new double[] {1.1, 2.2, 3.3, 12.1}, new double[] {1, 2, 3, 11});
    Interval interval = ratios.interval(0.95).orElseThrow();

    assertThat(ratios.sameInEveryRound()).isTrue();
    assertThat(interval.high() - interval.low()).isCloseTo(0, within(1e-12));
    assertThat(PairedLogRatio.of(A, B).sameInEveryRound()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatCannotBeAMeasurement(double value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PairedLogRatio.of(new double[] {1, 1}, new double[] {1, value}))
        .withMessageContaining("b[1] = " + value);
  }

  @Test
  void refusesNoRoundsAndUnequalRounds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PairedLogRatio.of(new double[0], new double[0]))
        .withMessageContaining("a is empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PairedLogRatio.of(new double[] {1, 2}, new double[] {1}))
        .withMessageContaining("a has 2 rounds, b has 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PairedLogRatio(List.of(Double.NaN)))
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PairedLogRatio(List.of()))
        .withMessageContaining("empty");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, Double.NaN})
  void refusesAConfidenceThatIsNone(double confidence) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PairedLogRatio.of(A, B).interval(confidence))
        .withMessageContaining("confidence = " + confidence);
  }
}
