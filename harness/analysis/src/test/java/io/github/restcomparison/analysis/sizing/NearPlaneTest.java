package io.github.restcomparison.analysis.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.sizing.RequestCost.Cost;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearPlaneTest {
  private static final Percentage CLOSE = Percentage.withPercentage(1e-6);
  private static final List<Cost> COSTS =
      List.of(
          new Cost(100, 10, 100),
          new Cost(1_000, 10, 60),
          new Cost(1_000, 100, 40),
          new Cost(10_000, 100, 25),
          new Cost(10_000, 1_000, 12));

  /**
   * Worked out with Python by another way: the three normal equations, with a level that is not
   * drawn to 0, by Gaussian elimination.
   */
  @ParameterizedTest
  @CsvSource({
    "3000, 50, 1.5, 35.835228643877954",
    "3000, 50, 20, 34.89923774359215",
    "20, 10, 2.5, 141.90567828523854"
  })
  void isTheRidgeRegressionOfWeightedCosts(
      double perSecond, double inService, double width, double micros) {
    assertThat(Math.exp(NearPlane.at(perSecond, inService, COSTS, width))).isCloseTo(micros, CLOSE);
  }

  @Test
  void ofOneCostItIsFlat() {
    List<Cost> one = List.of(new Cost(100, 10, 42));
    assertThat(Math.exp(NearPlane.at(9, 7_000, one, 1))).isCloseTo(42, CLOSE);
  }
}
