package io.github.restcomparison.records;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The number of requests by latency in ms. Gatling's clock has whole ms, so counting loses nothing,
 * and the memory does not grow with the number of requests.
 */
public final class Latencies {
  private final SortedMap<Integer, Long> counts = new TreeMap<>();
  private long total;
  private long sum;

  /** Adds one request that took {@code millis} ms. */
  public void add(int millis) {
    add(millis, 1);
  }

  /** Adds {@code count} requests that took {@code millis} ms each. */
  public void add(int millis, long count) {
    counts.merge(millis, count, Long::sum);
    total += count;
    sum += count * millis;
  }

  /** Returns the latencies of a record. */
  public static Latencies of(Map<Integer, Long> counts) {
    Latencies latencies = new Latencies();
    counts.forEach(latencies::add);
    return latencies;
  }

  /** Returns the number of requests. */
  public long total() {
    return total;
  }

  /** Returns the number of requests by ms, in ascending order. */
  public SortedMap<Integer, Long> counts() {
    return counts;
  }

  /** Returns the arithmetic mean in ms; NaN if there are no requests. */
  public double mean() {
    return total == 0 ? Double.NaN : (double) sum / total;
  }

  /**
   * Returns the smallest latency that at least {@code percent} percent of the requests did not
   * exceed: the nearest rank, always a latency that occurred (Hyndman &amp; Fan 1996, definition
   * 1).
   *
   * @param percent above 0, up to 100
   * @throws IllegalStateException if there are no requests
   */
  public int percentile(double percent) {
    // The tolerance keeps 99.9 % of 1000 at rank 999, which binary floating point puts above it.
    long rank = Math.max(1, (long) Math.ceil(percent / 100 * total - 1e-9 * total));
    long passed = 0;
    for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
      passed += entry.getValue();
      if (passed >= rank) {
        return entry.getKey();
      }
    }
    throw new IllegalStateException("no requests, no percentile");
  }

  /** Returns the figures of a run; empty if there are no requests. */
  public Optional<RunFigures.Latency> summary() {
    return total == 0
        ? Optional.empty()
        : Optional.of(
            new RunFigures.Latency(
                counts.firstKey(),
                Math.round(mean() * 1_000) / 1e3,
                new RunFigures.Latency.Percentiles(
                    percentile(50),
                    percentile(75),
                    percentile(90),
                    percentile(95),
                    percentile(99),
                    percentile(99.9)),
                counts.lastKey()));
  }
}
