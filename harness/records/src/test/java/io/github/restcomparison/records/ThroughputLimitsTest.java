package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ThroughputLimits.CeilingReason;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ThroughputLimitsTest {

  private static final Duration DELAY = Duration.ofMillis(100);
  private static final ThroughputLimits EVENT_LOOP =
      new ThroughputLimits(1000, OptionalInt.empty(), DELAY);
  private static final ThroughputLimits BLOCKING =
      new ThroughputLimits(1000, OptionalInt.of(200), DELAY);
  private static final ThroughputLimits AT_ONCE =
      new ThroughputLimits(1000, OptionalInt.of(200), Duration.ZERO);

  @Test
  void ceilingIsTheFewerOfUsersAndThreadsPerDelay() {
    assertThat(EVENT_LOOP.ceiling()).isEqualTo(10_000);
    assertThat(EVENT_LOOP.ceilingReason()).isEqualTo(CeilingReason.USERS);
    assertThat(BLOCKING.ceiling()).isEqualTo(2_000);
    assertThat(BLOCKING.ceilingReason()).isEqualTo(CeilingReason.THREADS);
  }

  @Test
  void asManyThreadsAsUsersAreBoundByUsers() {
    assertThat(
            new ThroughputLimits(
                1_000, OptionalInt.of(200), OptionalInt.of(50), DELAY, Duration.ZERO))
        .returns(ThroughputLimits.CeilingReason.CONNECTIONS, ThroughputLimits::ceilingReason)
        .returns(50, ThroughputLimits::maxWaiting);
    assertThat(
            new ThroughputLimits(
                    1_000, OptionalInt.of(200), OptionalInt.of(200), DELAY, Duration.ZERO)
                .ceilingReason())
        .isEqualTo(ThroughputLimits.CeilingReason.THREADS);
    assertThat(new ThroughputLimits(200, OptionalInt.of(200), DELAY).ceilingReason())
        .isEqualTo(CeilingReason.USERS);
  }

  /** 200 users who think for 300 ms: 500/s at most; 40 threads make it 400/s. */
  @Test
  void usersWhoThinkSendLessOften() {
    ThroughputLimits thinking = thinking(200, OptionalInt.empty(), DELAY);
    assertThat(thinking.ceiling()).isEqualTo(500);
    assertThat(thinking.ceilingReason()).isEqualTo(CeilingReason.USERS);
    assertThat(thinking.cycle()).isEqualTo(Duration.ofMillis(400));
    assertThat(thinking.requestTime()).isEqualTo(DELAY);
    ThroughputLimits pooled = thinking(200, OptionalInt.of(40), DELAY);
    assertThat(pooled.ceiling()).isEqualTo(400);
    assertThat(pooled.ceilingReason()).isEqualTo(CeilingReason.THREADS);
    assertThat(pooled.usersOnly().ceiling()).isEqualTo(500);
    assertThat(pooled.cycle()).isEqualTo(Duration.ofMillis(500));
    assertThat(thinking(200, OptionalInt.of(100), DELAY).ceilingReason())
        .as("fewer threads than users, but enough")
        .isEqualTo(CeilingReason.USERS);
  }

  @Test
  void thinkTimeAloneIsACeiling() {
    ThroughputLimits thinking = thinking(30, OptionalInt.of(2), Duration.ZERO);
    assertThat(thinking.ceiling()).isEqualTo(100);
    assertThat(thinking.ceilingReason()).isEqualTo(CeilingReason.USERS);
  }

  private static ThroughputLimits thinking(int users, OptionalInt workers, Duration delay) {
    return new ThroughputLimits(users, workers, OptionalInt.empty(), delay, Duration.ofMillis(300));
  }

  @Test
  void noDelayNoCeiling() {
    assertThat(AT_ONCE.ceiling()).isInfinite();
    assertThat(AT_ONCE.ceilingReason()).isEqualTo(CeilingReason.NONE);
  }
}
