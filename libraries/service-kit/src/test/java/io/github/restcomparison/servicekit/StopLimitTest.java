package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StopLimitTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1); // the clock may overflow

  @Test
  void partGetsWhatTheOthersHaveLeft() {
    StopLimit limit = new StopLimit(now::get);
    assertThat(limit.leftMs()).isEqualTo(5_000);
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(StartedServer.DRAIN_MS));
    assertThat(limit.leftMs()).isEqualTo(StartedServer.STOP_MS);
    now.addAndGet(TimeUnit.MINUTES.toNanos(1));
    assertThat(limit.leftMs()).isEqualTo(1);
  }
}
