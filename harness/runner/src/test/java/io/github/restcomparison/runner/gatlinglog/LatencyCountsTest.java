package io.github.restcomparison.runner.gatlinglog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Latencies;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LatencyCountsTest {
  @Test
  void countsWhatAMapCountsInAscendingOrder() {
    SplittableRandom random = new SplittableRandom(1);
    TreeMap<Integer, Long> expected = new TreeMap<>();
    LatencyCounts counts = new LatencyCounts();
    for (int i = 0; i < 10_000; i++) {
      int latency = random.nextInt(0, 300);
      counts.add(latency);
      expected.merge(latency, 1L, Long::sum);
    }
    Latencies all = new Latencies();
    counts.addTo(all);
    assertThat(counts.total()).isEqualTo(10_000);
    assertThat(all.counts()).isEqualTo(expected);
    List<Integer> order = new ArrayList<>();
    counts.forEach((latency, count) -> order.add(latency));
    assertThat(order).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void hasNothingAtFirst() {
    LatencyCounts none = new LatencyCounts();
    none.forEach((latency, count) -> assertThat(latency).isNegative());
    assertThat(none.total()).isZero();
  }
}
