package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FixedRateTickerTest {
  private final FixedRateTicker ticker = new FixedRateTicker(1_000, 0);

  @Test
  void samplesAreOnePeriodApartHoweverLongTheyTake() {
    assertThat(ticker.waitNanos(0)).isEqualTo(1_000);
    ticker.sampled(1_030);
    assertThat(ticker.waitNanos(1_030)).isEqualTo(970);
    ticker.sampled(2_400);
    assertThat(ticker.waitNanos(2_400)).isEqualTo(600);
  }

  /** Delayed from 1 s to 7.2 s: the next sample waits half a period, the one after is on time. */
  @Test
  void missedSamplesAreSkipped() {
    ticker.sampled(7_200);
    assertThat(ticker.waitNanos(7_200)).isEqualTo(500);
    ticker.sampled(7_710);
    assertThat(ticker.waitNanos(7_710)).isEqualTo(990);
  }

  @Test
  void samplesAreAtLeastHalfAPeriodApart() {
    ticker.sampled(1_990);
    assertThat(ticker.waitNanos(1_990)).isEqualTo(500);
  }

  @Test
  void overdueSampleDoesNotWait() {
    assertThat(ticker.waitNanos(1_500)).isZero();
  }
}
