package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NoiseFloorTest {

  /**
   * By hand: s = 0.1 √(10/9), t(0.975, 9) = 2.262157, so the reach is 2.262157 * 0.1 / 3 =
   * 0.0754052.
   */
  @Test
  void boundDoesNotDependOnTheOrder() {
    double farther = 1.02 * Math.exp(0.0754052) - 1;

    assertThat(NoiseFloor.of(LogRatios.of(1.02, 0.1, 10)).bound()).isCloseTo(farther, within(1e-6));
    assertThat(NoiseFloor.of(LogRatios.of(1 / 1.02, 0.1, 10)).bound())
        .isCloseTo(farther, within(1e-6));
  }

  @Test
  void marginIsTheBoundButNeverBelowFivePercent() {
    assertThat(new NoiseFloor(0.07, 0, 2).margin()).isEqualTo(0.07);
    assertThat(new NoiseFloor(0.01, 0, 2).margin()).isEqualTo(0.05);
    assertThat(NoiseFloor.NOT_MEASURED.margin()).isEqualTo(0.05);
  }

  /** Two days differ in how noisy they were: what was measured on both has the noise of either. */
  @Test
  void coarserOfTwo() {
    assertThat(new NoiseFloor(0.1, 0.01, 10).larger(new NoiseFloor(0.05, 0.02, 5)))
        .isEqualTo(new NoiseFloor(0.1, 0.02, 5));
  }

  @Test
  void oneRoundMeasuresNoNoise() {
    assertThat(NoiseFloor.of(LogRatios.of(1.5, 0, 1))).isEqualTo(NoiseFloor.NOT_MEASURED);
  }
}
