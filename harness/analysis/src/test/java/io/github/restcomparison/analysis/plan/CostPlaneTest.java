package io.github.restcomparison.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.plan.CostPlane.Cost;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CostPlaneTest {
  /** Slopes are drawn to 0 by as much. */
  private static final Percentage CLOSE = Percentage.withPercentage(2);

  /** 1,000 / sqrt(x): a straight line of logarithms is met everywhere. */
  @Test
  void powerLawIsMetBetweenAndBelowWhatWasMeasured() {
    CostPlane plane =
        new CostPlane(
            List.of(new Cost(100, 10, 100), new Cost(1_600, 10, 25), new Cost(10_000, 10, 10)));
    assertThat(plane.micros(400, 10)).isCloseTo(50, CLOSE);
    assertThat(plane.micros(4_900, 10)).isCloseTo(1_000 / 70.0, CLOSE);
    assertThat(plane.micros(25, 10)).isCloseTo(200, CLOSE);
  }

  @Test
  void beyondTheGreatestThroughputItDoesNotFall() {
    CostPlane plane = new CostPlane(List.of(new Cost(100, 10, 100), new Cost(10_000, 10, 10)));
    assertThat(plane.micros(1_000_000, 10)).isCloseTo(10, CLOSE);
  }

  @Test
  void ofOneLoadItIsTheSameEverywhere() {
    CostPlane plane = new CostPlane(List.of(new Cost(100, 10, 42)));
    assertThat(plane.micros(1, 1)).isCloseTo(42, CLOSE);
    assertThat(plane.micros(1_000, 5_000)).isCloseTo(42, CLOSE);
  }

  /**
   * 1,000 / sqrt(x) / n^0.2, measured at five places of a plane, is met at a sixth: 1,000 / 31.6 /
   * 3.98.
   */
  @Test
  void planeIsMetAcrossBoth() {
    CostPlane plane =
        new CostPlane(
            List.of(
                new Cost(100, 10, 63.10),
                new Cost(1_000, 10, 19.95),
                new Cost(100, 100, 39.81),
                new Cost(1_000, 100, 12.59),
                new Cost(10_000, 1_000, 2.512)));
    assertThat(plane.micros(1_000, 1_000)).isCloseTo(7.943, Percentage.withPercentage(2));
  }

  /** 60 µs with 100 and 30 with 1,000: with 10,000 no less than with 1,000. */
  @Test
  void beyondTheMostRequestsItDoesNotFall() {
    CostPlane plane = new CostPlane(List.of(new Cost(100, 100, 60), new Cost(100, 1_000, 30)));
    assertThat(plane.micros(100, 10_000)).isCloseTo(30, CLOSE);
  }

  /** It has doubled at ten times as many, steadily: at ten times more it is no longer the same. */
  @Test
  void beyondTheMostRequestsItMayRise() {
    CostPlane plane =
        new CostPlane(
            List.of(
                new Cost(100, 100, 30),
                new Cost(100, 200, 36.93),
                new Cost(100, 400, 45.47),
                new Cost(100, 1_000, 60)));
    assertThat(plane.micros(100, 10_000)).isBetween(80.0, 125.0);
  }

  /** With as many answered, those with about as many in the service weigh more. */
  @Test
  void requestsInTheServiceCountToo() {
    CostPlane plane = new CostPlane(List.of(new Cost(1_000, 100, 50), new Cost(1_000, 5_000, 100)));
    assertThat(plane.micros(1_000, 100)).isCloseTo(50, Percentage.withPercentage(1));
    assertThat(plane.micros(1_000, 5_000)).isCloseTo(100, Percentage.withPercentage(1));
    assertThat(plane.micros(1_000, 700)).isBetween(60.0, 85.0);
  }
}
