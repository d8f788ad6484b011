package io.github.restcomparison.analysis.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.sizing.RequestCost.Cost;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostSurfaceTest {
  private static final Percentage CLOSE = Percentage.withPercentage(1e-6);
  private static final List<Cost> COSTS =
      List.of(
          new Cost(100, 10, 100),
          new Cost(1_000, 10, 60),
          new Cost(1_000, 100, 40),
          new Cost(10_000, 100, 25),
          new Cost(10_000, 1_000, 12));

  /**
   * Worked out with Python by another way: each cost left out in turn for the choice of the hills,
   * and all equations by Gaussian elimination.
   */
  @ParameterizedTest
  @CsvSource({
    "3000, 50, 36.202768876629115",
    "20, 10, 137.94991946183924",
    "1000, 10, 61.44079756586508"
  })
  void isTheRegressionOfAGaussianProcess(double perSecond, double inService, double micros) {
    assertThat(CostSurface.of(COSTS).at(perSecond, inService)).isCloseTo(micros, CLOSE);
  }

  /** A bend that no plane has: the middle is met, the ends are, too. */
  @Test
  void hillIsMetWhereNearCostsShareIt() {
    CostSurface surface =
        CostSurface.of(
            List.of(
                new Cost(100, 10, 50),
                new Cost(300, 10, 80),
                new Cost(1_000, 10, 100),
                new Cost(3_000, 10, 80),
                new Cost(10_000, 10, 50)));
    assertThat(surface.at(1_000, 10)).isCloseTo(100, Percentage.withPercentage(5));
    assertThat(surface.at(170, 10)).isCloseTo(64, Percentage.withPercentage(8));
    assertThat(surface.at(10_000, 10)).isCloseTo(50, Percentage.withPercentage(5));
  }

  @Test
  void ofOneCostItIsFlat() {
    assertThat(CostSurface.of(List.of(new Cost(100, 10, 42))).at(9, 7_000)).isCloseTo(42, CLOSE);
  }
}
