package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HolmTest {
  /** statsmodels 0.15.0: {@code multipletests(p, method='holm')[1]}. */
  @Test
  void adjustedPAgreesWithStatsmodels() {
    assertAdjusted(new double[] {.01, .04, .03, .005}, .03, .06, .06, .02);
    assertAdjusted(new double[] {.002, .03, .03}, .006, .06, .06);
    assertAdjusted(new double[] {.6, .001, .4, .02, .9}, 1, .005, 1, .08, 1);
    assertAdjusted(new double[] {.04}, .04);
    assertAdjusted(new double[0]);
  }

  @Test
  void levelIsThatOfTheStepAndStaysWhereTheProcedureStops() {
    // .001 < .05/5: rejected; .02 > .05/4: stop
    assertLevels(new double[] {.6, .001, .4, .02, .9}, .05 / 4, .05 / 5, .05 / 4, .05 / 4, .05 / 4);
    // all rejected: every step its own level
    assertLevels(new double[] {.03, .01, .02}, .05, .05 / 3, .05 / 2);
    // none rejected: all at the first step's
    assertLevels(new double[] {.03, .02, .5}, .05 / 3, .05 / 3, .05 / 3);
    // .025 * 2 = .05 is not below .05: the procedure stops at the first step
    assertLevels(new double[] {.025, .03}, .05 / 2, .05 / 2);
  }

  @Test
  void equalPShareALevelWhateverTheirOrder() {
    assertLevels(new double[] {.002, .002, .002}, .05 / 3, .05 / 3, .05 / 3);
    assertLevels(new double[] {.02, .001, .02}, .05 / 2, .05 / 3, .05 / 2);
  }

  private static void assertAdjusted(double[] p, double... adjusted) {
    assertThat(Arrays.stream(Holm.steps(.05, p)).mapToDouble(Holm::adjustedP).toArray())
        .containsExactly(adjusted, within(1e-12));
  }

  private static void assertLevels(double[] p, double... levels) {
    assertThat(Arrays.stream(Holm.steps(.05, p)).mapToDouble(Holm::level).toArray())
        .containsExactly(levels, within(1e-12));
  }
}
