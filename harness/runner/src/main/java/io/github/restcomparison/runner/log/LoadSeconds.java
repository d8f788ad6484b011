package io.github.restcomparison.runner.log;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunSamples.Second;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A load second by second. The latencies of a second are kept only until no more of its requests
 * can follow.
 */
final class LoadSeconds {
  private static final int SECOND = 1_000;

  private final long firstMs;
  private final long count;
  private final long disorderMs;
  private final Map<Long, OneSecond> open = new HashMap<>();
  private final List<Second> seconds = new ArrayList<>();
  private long latestMs = Long.MIN_VALUE;

  private static final class OneSecond {
    private final Latencies ok = new Latencies();
    private long failed;
  }

  /**
   * Prepares the seconds.
   *
   * @param firstMs when the first one begins, in ms since 1970
   * @param lastMs a time in the last one
   * @param disorderMs by how much a request may have ended before one that was added earlier
   */
  LoadSeconds(long firstMs, long lastMs, long disorderMs) {
    this.firstMs = firstMs;
    this.count = lastMs < firstMs ? 0 : (lastMs - firstMs) / SECOND + 1;
    this.disorderMs = disorderMs;
  }

  /** Adds a request. */
  void add(long endMs, int latencyMs, boolean ok) {
    if (endMs > latestMs) {
      latestMs = endMs;
      while (seconds.size() < count && begin(seconds.size() + 1) <= latestMs - disorderMs) {
        finish();
      }
    }
    long number = (endMs - firstMs) / SECOND;
    if (number >= count) {
      return;
    }
    OneSecond second = open.computeIfAbsent(number, any -> new OneSecond());
    if (ok) {
      second.ok.add(latencyMs);
    } else {
      second.failed++;
    }
  }

  private long begin(int second) {
    return firstMs + (long) SECOND * second;
  }

  private void finish() {
    OneSecond second = open.remove((long) seconds.size());
    second = second == null ? new OneSecond() : second;
    Optional<Latency> latency = second.ok.summary();
    seconds.add(
        new Second(
            begin(seconds.size()),
            second.ok.total(),
            second.failed,
            latency.map(Latency::p50).orElse(0),
            latency.map(Latency::p99).orElse(0),
            latency.map(Latency::max).orElse(0)));
  }

  /** Returns all seconds once all requests are added. */
  List<Second> seconds() {
    while (seconds.size() < count) {
      finish();
    }
    return seconds;
  }
}
