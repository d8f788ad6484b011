package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
  private final Pace pace = new Pace(1_000, 0);

  @Test
  void looksAreAPeriodApartHoweverLongTheyTake() {
    assertThat(pace.waitNanos(0)).isEqualTo(1_000);
    pace.looked(1_030);
    assertThat(pace.waitNanos(1_030)).isEqualTo(970);
    pace.looked(2_400);
    assertThat(pace.waitNanos(2_400)).isEqualTo(600);
  }

  /** Held up from 1 s to 7.2 s: the next look is not at once, and those after are on time. */
  @Test
  void missedLooksAreNotMadeUpFor() {
    pace.looked(7_200);
    assertThat(pace.waitNanos(7_200)).isEqualTo(500);
    pace.looked(7_710);
    assertThat(pace.waitNanos(7_710)).isEqualTo(990);
  }

  @Test
  void noTwoLooksAreCloserThanHalfAPeriod() {
    pace.looked(1_990);
    assertThat(pace.waitNanos(1_990)).isEqualTo(500);
  }

  @Test
  void whoIsLateDoesNotWait() {
    assertThat(pace.waitNanos(1_500)).isZero();
  }
}
