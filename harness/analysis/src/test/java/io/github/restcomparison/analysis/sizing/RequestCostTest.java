package io.github.restcomparison.analysis.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.sizing.RequestCost.Cost;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class RequestCostTest {
  private static final Percentage CLOSE = Percentage.withPercentage(0.01);

  /** 1,000 / sqrt(x): a straight line of logarithms is met everywhere. */
  @Test
  void powerLawIsMetBetweenAndBelowWhatWasMeasured() {
    RequestCost cost =
        new RequestCost(
            List.of(new Cost(100, 10, 100), new Cost(1_600, 10, 25), new Cost(10_000, 10, 10)));
    assertThat(cost.at(400, 10)).isCloseTo(50, CLOSE);
    assertThat(cost.at(4_900, 10)).isCloseTo(1_000 / 70.0, CLOSE);
    assertThat(cost.at(25, 10)).isCloseTo(200, CLOSE);
  }

  @Test
  void beyondTheGreatestThroughputItDoesNotFall() {
    RequestCost cost = new RequestCost(List.of(new Cost(100, 10, 100), new Cost(10_000, 10, 10)));
    assertThat(cost.at(1_000_000, 10)).isCloseTo(10, CLOSE);
    assertThat(cost.least()).isEqualTo(10);
  }

  @Test
  void ofOneLoadItIsTheSameEverywhere() {
    RequestCost cost = new RequestCost(List.of(new Cost(100, 10, 42)));
    assertThat(cost.at(1, 1)).isCloseTo(42, CLOSE);
    assertThat(cost.at(1_000, 5_000)).isCloseTo(42, CLOSE);
  }

  /** With as many answered, those with about as many in the service weigh more. */
  @Test
  void requestsInTheServiceCountToo() {
    RequestCost cost =
        new RequestCost(List.of(new Cost(1_000, 100, 50), new Cost(1_000, 5_000, 100)));
    assertThat(cost.at(1_000, 100)).isCloseTo(50, Percentage.withPercentage(1));
    assertThat(cost.at(1_000, 5_000)).isCloseTo(100, Percentage.withPercentage(1));
    assertThat(cost.at(1_000, 700)).isBetween(60.0, 85.0);
  }
}
