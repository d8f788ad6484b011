package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FixedRateTickerTest {
  private final FixedRateTicker ticker = new FixedRateTicker(1_000, 0);

  @Test
  void looksAreAPeriodApartHoweverLongTheyTake() {
    assertThat(ticker.waitNanos(0)).isEqualTo(1_000);
    ticker.looked(1_030);
    assertThat(ticker.waitNanos(1_030)).isEqualTo(970);
    ticker.looked(2_400);
    assertThat(ticker.waitNanos(2_400)).isEqualTo(600);
  }

  /** Held up from 1 s to 7.2 s: the next look is not at once, and those after are on time. */
  @Test
  void missedLooksAreNotMadeUpFor() {
    ticker.looked(7_200);
    assertThat(ticker.waitNanos(7_200)).isEqualTo(500);
    ticker.looked(7_710);
    assertThat(ticker.waitNanos(7_710)).isEqualTo(990);
  }

  @Test
  void noTwoLooksAreCloserThanHalfAPeriod() {
    ticker.looked(1_990);
    assertThat(ticker.waitNanos(1_990)).isEqualTo(500);
  }

  @Test
  void whoIsLateDoesNotWait() {
    assertThat(ticker.waitNanos(1_500)).isZero();
  }
}
