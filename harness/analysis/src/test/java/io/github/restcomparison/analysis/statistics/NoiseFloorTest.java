package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NoiseFloorTest {

  /**
   * By hand: s = 0.1 √(10/9), t(0.975, 9) = 2.262157, so the reach is 2.262157 * 0.1 / 3 =
   * 0.0754052.
   */
  @Test
  void boundIsTheFartherEndOfTheIntervalWhicheverIsCalledA() {
    double farther = 1.02 * Math.exp(0.0754052) - 1;

    assertThat(NoiseFloor.of(Rounds.of(1.02, 0.1, 10)).bound()).isCloseTo(farther, within(1e-6));
    assertThat(NoiseFloor.of(Rounds.of(1 / 1.02, 0.1, 10)).bound())
        .isCloseTo(farther, within(1e-6));
  }

  @Test
  void marginIsTheBoundButNeverBelowFivePercent() {
    assertThat(new NoiseFloor(0.07, 1).margin()).isEqualTo(0.07);
    assertThat(new NoiseFloor(0.01, 1).margin()).isEqualTo(0.05);
    assertThat(NoiseFloor.NOT_MEASURED.margin()).isEqualTo(0.05);
  }

  @Test
  void controlThatDiffersFromItselfForbidsRanking() {
    assertThat(NoiseFloor.of(Rounds.of(1.02, 0.001, 10)).forbidsRanking()).isTrue();
    assertThat(NoiseFloor.of(Rounds.of(1.02, 0.1, 10)).forbidsRanking()).isFalse();
    assertThat(NoiseFloor.NOT_MEASURED.forbidsRanking()).isFalse();
  }

  @Test
  void oneRoundMeasuresNoNoise() {
    assertThat(NoiseFloor.of(Rounds.of(1.5, 0, 1))).isEqualTo(NoiseFloor.NOT_MEASURED);
  }

  @Test
  void refusesWhatIsNoBound() {
    assertThatIllegalArgumentException().isThrownBy(() -> new NoiseFloor(Double.NaN, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new NoiseFloor(0.1, 2));
  }
}
