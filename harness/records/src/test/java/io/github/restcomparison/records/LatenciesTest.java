package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatenciesTest {

  /** By hand, and by numpy: {@code np.percentile([15,20,35,40,50], p, method='inverted_cdf')}. */
  @ParameterizedTest
  @CsvSource({"5, 15", "20, 15", "30, 20", "40, 20", "50, 35", "60, 35", "61, 40", "100, 50"})
  void percentileIsTheNearestRank(double percent, int expected) {
    Latencies latencies = of(40, 15, 50, 35, 20);
    assertThat(latencies.percentile(percent)).isEqualTo(expected);
  }

  @Test
  void binaryFractionsDoNotPushARankUp() {
    Latencies latencies = of(IntStream.rangeClosed(1, 1_000).toArray());
    assertThat(latencies.percentile(99.9)).isEqualTo(999);
    assertThat(latencies.percentile(99)).isEqualTo(990);
    assertThat(latencies.percentile(0.1)).isEqualTo(1);
  }

  /** Against the definition itself: the smallest value that enough values do not exceed. */
  @Test
  void percentilesOfManyAreThoseOfTheSortedList() {
    int[] millis = new Random(7).ints(12_345, 100, 900).toArray();
    Latencies latencies = of(millis);
    int[] sorted = millis.clone();
    Arrays.sort(sorted);
    for (int permille = 1; permille <= 1_000; permille++) {
      int rank = Math.ceilDiv(permille * sorted.length, 1_000);
      assertThat(latencies.percentile(permille / 10.0)).isEqualTo(sorted[rank - 1]);
    }
  }

  @Test
  void summaryNamesTheExtremesAndTheMean() {
    RunFigures.Latency summary = of(100, 100, 101, 107).summary().orElseThrow();
    assertThat(summary.min()).isEqualTo(100);
    assertThat(summary.mean()).isEqualTo(102.0);
    assertThat(summary.p50()).isEqualTo(100);
    assertThat(summary.percentiles().p75()).isEqualTo(101);
    assertThat(summary.max()).isEqualTo(107);
  }

  @Test
  void noPercentileWithoutRequests() {
    assertThatIllegalStateException().isThrownBy(() -> new Latencies().percentile(50));
    assertThat(new Latencies().mean()).isNaN();
    assertThat(new Latencies().summary()).isEmpty();
  }

  private static Latencies of(int... millis) {
    Latencies latencies = new Latencies();
    for (int each : millis) {
      latencies.add(each);
    }
    return latencies;
  }
}
