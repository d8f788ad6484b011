package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFigures.Latency.Percentiles;
import io.github.restcomparison.records.RunFigures.LoadResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Latencies of 100, 101, 102, 103, 149, 160 and 200 ms from p50 to the greatest. */
class SloTest {
  private static final Latency SEEN =
      new Latency(99, 101.5, new Percentiles(100, 101, 102, 103, 149, 160), 200);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99<150ms,failures=0   |",
        "p99<149ms              | p99 is 149 ms",
        "p50<101ms, max<201ms   |",
        "p50<100ms              | p50 is 100 ms",
        "p75<101ms              | p75 is 101 ms",
        "p90<102ms              | p90 is 102 ms",
        "p95<103ms              | p95 is 103 ms",
        "p99.9<160ms            | p99.9 is 160 ms",
        "max<200ms              | max is 200 ms",
      })
  void latenciesMeetTheirLimits(String slo, String violated) {
    assertThat(Slo.of(slo).violated(load(0, 0, SEEN)))
        .isEqualTo(violated == null ? List.of() : List.of(violated));
  }

  @Test
  void droppedRequestsAreFailures() {
    assertThat(Slo.of("failures=0").violated(load(1, 0, SEEN)))
        .containsExactly("1 request failed and 0 could not start");
    assertThat(Slo.of("failures=0").violated(load(0, 2, SEEN)))
        .containsExactly("0 requests failed and 2 could not start");
  }

  /** Of 1000 requests, 10 are 1 %. */
  @Test
  void shareOfFailuresMayBeAllowed() {
    assertThat(Slo.of("failures<1%").violated(load(4, 5, SEEN))).isEmpty();
    assertThat(Slo.of("failures<1%").violated(load(5, 5, SEEN))).hasSize(1);
  }

  /** A service that sheds its load serves the rest fast. */
  @Test
  void requestThatFailedTookTooLong() {
    assertThat(Slo.of("p90<150ms,p99<150ms").violated(load(5, 4, SEEN))).isEmpty();
    assertThat(Slo.of("p90<150ms,p99<150ms").violated(load(5, 5, SEEN)))
        .containsExactly("5 requests failed and 5 could not start");
    assertThat(Slo.of("max<300ms").violated(load(1, 0, SEEN))).hasSize(1);
  }

  @Test
  void serviceWithoutResponsesMissesEveryLatency() {
    assertThat(Slo.of("p99<150ms").violated(load(990, 10, null)))
        .containsExactly("no request got a response");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "p99", "p98<1ms", "p99<1s", "p99>1ms", "failures=1", "p99<1ms,", "errors=0"})
  void invalidSloIsRefused(String text) {
    assertThatThrownBy(() -> Slo.of(text)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Ten beyond p99 are one in a hundred of 1,000. */
  @Test
  void highestPercentileDeterminesTheRequestsNeeded() {
    assertThat(Slo.of("failures=0").minRequests()).isZero();
    assertThat(Slo.of("p50<100ms,max<1000ms").minRequests()).isEqualTo(20);
    assertThat(Slo.of("p50<100ms,p99<150ms,failures=0").minRequests()).isEqualTo(1_000);
    assertThat(Slo.of("p99.9<150ms").minRequests()).isEqualTo(10_000);
  }

  private static LoadResult load(long failed, long dropped, Latency corrected) {
    long ok = 1_000 - failed - dropped;
    return new LoadResult(
        new RunFigures.Counts(ok + failed, ok, failed, Map.of()),
        new RunFigures.InWindow(
            Double.NaN, Double.NaN, List.of(), Double.NaN, Double.NaN, Double.NaN, Double.NaN),
        // service times: not what is promised
        Optional.of(new Latency(1, 1, new Percentiles(1, 1, 1, 1, 1, 1), 1)),
        Double.NaN,
        Optional.of(new OpenModel.Outcome(1_000, dropped, 0, 1, Optional.ofNullable(corrected))),
        10,
        true);
  }
}
