package io.github.restcomparison.analysis.curves;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** From which of several loads on the ratio is above the margin of 5 %. */
class CrossingTest {
  @Test
  void beginsAfterTheLastLoadAtWhichTheTwoAreAlike() {
    assertThat(Crossing.first(1, 1.05, 1.5)).isEqualTo(2);
  }

  @Test
  void beginsAtTheLeastLoadIfOneIsAheadEverywhere() {
    assertThat(Crossing.first(2, 2)).isZero();
  }

  @Test
  void thereIsNoneIfNeitherIsAheadInTheEnd() {
    assertThat(Crossing.first(2, 1)).isEqualTo(2);
    assertThat(Crossing.first(1.04, 1.04)).isEqualTo(2);
  }

  @Test
  void anEarlierLeadDoesNotCount() {
    assertThat(Crossing.first(2, 0.5, 2)).isEqualTo(2);
  }
}
