package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Behaviour.Slowdown;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Outcome;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.Wait;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SlowdownTest {
  private static final Load CLOSED =
      ClosedLoad.of(10, 100, 0, Wait.FIXED, OptionalInt.empty(), 40_000);

  private static Load open(double from, double to) {
    return CLOSED.with(new OpenModel(new Rate(from, to), 10), OptionalInt.of(10), false);
  }

  private static Optional<Slowdown> slowdown(int... msOfTenths) {
    return Steadiness.slowdown(CLOSED, tenths(10, msOfTenths), Optional.empty());
  }

  private static List<Latencies> tenths(int requests, int... ms) {
    return Arrays.stream(ms)
        .mapToObj(
            each -> {
              Latencies tenth = new Latencies();
              tenth.add(each, requests);
              return tenth;
            })
        .toList();
  }

  @Test
  void latencyThatGrowsFromTenthToTenthIsASlowdown() {
    assertThat(slowdown(20, 21, 22, 24, 25, 26, 27, 28, 29, 30)).hasValue(new Slowdown(21, 29));
  }

  /** 21 ms, then 26.333 ms, which is 25.4 % more; then 26 ms, 23.8 % more. */
  @Test
  void growthOfAQuarterAndNoMoreIsNone() {
    assertThat(slowdown(20, 21, 22, 23, 24, 25, 25, 26, 26, 27)).isPresent();
    assertThat(slowdown(20, 21, 22, 23, 24, 25, 25, 25, 26, 27)).isEmpty();
  }

  /** Twice as much, but the log has whole ms. */
  @Test
  void growthOfTwoMsIsNone() {
    assertThat(slowdown(1, 1, 1, 2, 2, 2, 2, 3, 3, 3)).isEmpty();
    assertThat(slowdown(1, 1, 1, 2, 2, 2, 2, 3, 3, 4)).isPresent();
  }

  /** In 39 of the 45 pairs the later one is slower, in 6 it is faster: 33; then 38 and 7. */
  @Test
  void oscillatingLatencyIsNoSlowdown() {
    assertThat(slowdown(20, 30, 40, 80, 70, 60, 50, 90, 100, 110)).isPresent();
    assertThat(slowdown(30, 20, 40, 80, 70, 60, 50, 90, 100, 110)).isEmpty();
  }

  @Test
  void latencyThatStaysOrFallsIsNoSlowdown() {
    assertThat(slowdown(20, 20, 20, 20, 20, 20, 20, 20, 20, 20)).isEmpty();
    assertThat(slowdown(60, 50, 45, 40, 35, 30, 29, 28, 27, 26)).isEmpty();
  }

  @Test
  void fewResponsesShowNoTrend() {
    int[] growing = {20, 30, 40, 50, 60, 70, 80, 90, 100, 110};
    assertThat(Steadiness.slowdown(CLOSED, tenths(10, growing), Optional.empty())).isPresent();
    assertThat(Steadiness.slowdown(CLOSED, tenths(9, growing), Optional.empty())).isEmpty();
  }

  /** The load or a queue grows, not the service's latency. */
  @Test
  void growingOrQueuedLoadIsNoSlowdown() {
    List<Latencies> growing = tenths(10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110);
    assertThat(Steadiness.slowdown(open(10, 10), growing, outcome(5, 5))).isPresent();
    assertThat(Steadiness.slowdown(open(10, 10), growing, outcome(5, 6))).isEmpty();
    assertThat(Steadiness.slowdown(open(10, 20), growing, outcome(0, 0))).isEmpty();
    assertThat(Steadiness.slowdown(open(20, 10), growing, outcome(0, 0))).isPresent();
  }

  private static Optional<Outcome> outcome(long dropped, long waited) {
    return Optional.of(new Outcome(1_000, dropped, waited, 1, Optional.empty()));
  }
}
