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
    assertThat(new ThroughputLimits(1_000, OptionalInt.of(200), OptionalInt.of(50), DELAY))
        .returns(ThroughputLimits.CeilingReason.CONNECTIONS, ThroughputLimits::ceilingReason)
        .returns(50, ThroughputLimits::atOnce);
    assertThat(
            new ThroughputLimits(1_000, OptionalInt.of(200), OptionalInt.of(200), DELAY)
                .ceilingReason())
        .isEqualTo(ThroughputLimits.CeilingReason.THREADS);
    assertThat(new ThroughputLimits(200, OptionalInt.of(200), DELAY).ceilingReason())
        .isEqualTo(CeilingReason.USERS);
  }

  @Test
  void noDelayNoCeiling() {
    assertThat(AT_ONCE.ceiling()).isInfinite();
    assertThat(AT_ONCE.ceilingReason()).isEqualTo(CeilingReason.NONE);
  }
}
