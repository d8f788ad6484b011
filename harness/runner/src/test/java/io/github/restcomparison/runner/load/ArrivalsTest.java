package io.github.restcomparison.runner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.load.Arrivals.Arrival;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ten requests per second for two seconds, one every 100 ms, on a simulated clock. */
class ArrivalsTest {
  private static final long MS = 1_000_000;
  private static final long START = -5_000 * MS; // System.nanoTime may be negative

  private final Arrivals arrivals =
      new Arrivals(new OpenModel(new Rate(10, 10), 2), Duration.ofMillis(300), 0);

  @Test
  void requestsAreScheduled() {
    assertThat(take(0).scheduledNanos()).isEqualTo(START);
    assertThat(take(0).scheduledNanos()).isEqualTo(START + 100 * MS);
    assertThat(take(50).scheduledNanos()).isEqualTo(START + 200 * MS);
  }

  /** Two generators of 10/s each are 20/s, one every 50 ms. */
  @Test
  void twoGeneratorsTakeTurns() {
    Arrivals second = new Arrivals(new OpenModel(new Rate(10, 10), 2), Duration.ofMillis(300), 0.5);
    assertThat(second.take(START).orElseThrow().scheduledNanos()).isEqualTo(START + 50 * MS);
    assertThat(second.take(START).orElseThrow().scheduledNanos()).isEqualTo(START + 150 * MS);
  }

  /** Sent at 0, 105 and 210 ms, with responses 50 ms later. */
  @Test
  void correctedLatencyOfAPunctualRequestIsItsServiceTime() {
    for (int n = 0; n < 3; n++) {
      Arrival arrival = take(100 * n);
      arrivals.sent(arrival, START + 105 * n * MS);
      arrivals.received(arrival, START + (105 * n + 50) * MS);
    }
    OpenModel.Outcome outcome = outcome(List.of());
    assertThat(outcome.waitedForConnection()).isZero();
    assertThat(outcome.sentLateP99Ms()).isEqualTo(10);
    assertThat(arrivals.corrected(List.of()).counts()).containsOnlyKeys(50, 55, 60);
  }

  /**
   * One connection, and a service that responds to the first request after one second. The requests
   * scheduled at 100 to 1000 ms are then sent one after the other, and each takes 1 ms.
   */
  @Test
  void correctedLatencyOfAnOverdueRequestIncludesTheWait() {
    Arrival first = take(0);
    arrivals.sent(first, START);
    arrivals.received(first, START + 1_000 * MS);
    for (int n = 1; n <= 10; n++) {
      Arrival overdue = take(1_000 + n);
      arrivals.sent(overdue, START + (1_000 + n) * MS);
      arrivals.received(overdue, START + (1_001 + n) * MS);
    }
    assertThat(arrivals.corrected(List.of()).counts())
        .containsOnlyKeys(1_000, 902, 803, 704, 605, 506, 407, 308, 209, 110, 11);
    assertThat(outcome(List.of()).waitedForConnection()).isEqualTo(10);
    assertThat(outcome(List.of()).sentLateP99Ms()).isEqualTo(0);
  }

  /**
   * Each of the 20 is sent 7 ms late and takes 50 ms from its scheduled time; the request scheduled
   * at 900 ms after 500 ms. The excluded time begins at 1200 ms: only the requests of the second
   * that begins at 1000 ms meet it, and the late one, with those scheduled in its second and took
   * as long.
   */
  @Test
  void requestsOfExcludedSecondsHaveNoLatency() {
    for (int n = 0; n < 20; n++) {
      Arrival arrival = take(100 * n);
      arrivals.sent(arrival, START + (100 * n + 7) * MS);
      arrivals.received(arrival, START + (100 * n + (n == 9 ? 500 : 50)) * MS);
    }
    List<Window> leftOut = List.of(new Window(1_200, 1_300));
    assertThat(arrivals.corrected(leftOut).counts()).containsExactly(Map.entry(50, 9L));
    assertThat(arrivals.corrected(List.of()).counts())
        .containsExactly(Map.entry(50, 19L), Map.entry(500, 1L));
    assertThat(outcome(leftOut).sentLateP99Ms()).isEqualTo(7);
    assertThat(outcome(leftOut).intended()).isEqualTo(20);
    assertThat(outcome(List.of(new Window(0, 2_000))).corrected()).isEmpty();
  }

  @Test
  void eachRequestIsTakenOnce() {
    for (int n = 0; n < 20; n++) {
      assertThat(arrivals.take(START)).isPresent();
    }
    assertThat(arrivals.take(START)).isEmpty();
  }

  @Test
  void droppedRequestsAreCounted() {
    arrivals.sent(take(0), START);
    assertThat(arrivals.take(START + 2_300 * MS)).isPresent();
    assertThat(arrivals.take(START + 2_301 * MS)).isEmpty();
    assertThat(outcome(List.of()).intended()).isEqualTo(20);
    assertThat(outcome(List.of()).dropped()).isEqualTo(19);
    assertThat(outcome(List.of()).corrected()).isEmpty();
  }

  private OpenModel.Outcome outcome(List<Window> leftOut) {
    return arrivals.outcome(leftOut, arrivals.corrected(leftOut));
  }

  private Arrival take(long ms) {
    return arrivals.take(START + ms * MS).orElseThrow();
  }
}
