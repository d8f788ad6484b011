package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestCountTest {
  private final RequestCount requests = new RequestCount();

  /** Of two that waited and one that nobody timed. */
  @Test
  void timesTheRequestsWhoseArrivalIsGiven() {
    AtomicLong collected = new AtomicLong();
    requests.collectLatencies(collected::addAndGet);
    requests.arrived();
    requests.answered();
    assertThat(requests.timed()).isZero();

    requests.answered(requests.arrived() - 3_000_000);
    requests.answered(requests.arrived() - 5_000_000);
    assertThat(requests.timed()).isEqualTo(2);
    assertThat(requests.timedMicros())
        .isGreaterThanOrEqualTo(8_000)
        .isEqualTo(collected.get() / 1_000);
    assertThat(requests.seen()).isEqualTo(3);
    assertThat(requests.inFlight()).isZero();
  }
}
