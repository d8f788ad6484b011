package io.github.restcomparison.runner.gatlinglog;

import io.github.restcomparison.records.Latencies;
import java.util.Arrays;

/**
 * How many requests took how many ms, in little room: a load has one for each of its ms. 8 bytes
 * for each latency that occurred, where a map takes 70.
 */
final class LatencyCounts {
  private static final int FEW = 4;

  private int[] millis = new int[FEW];
  private int[] counts = new int[FEW];
  private int size;
  private long total;

  /** Receives each latency that occurred, in ascending order. */
  @FunctionalInterface
  interface Visitor {
    void latency(int millis, long count);
  }

  void add(int latency) {
    int at = Arrays.binarySearch(millis, 0, size, latency);
    if (at < 0) {
      at = -at - 1;
      insert(at, latency);
    }
    counts[at]++;
    total++;
  }

  private void insert(int at, int latency) {
    if (size == millis.length) {
      millis = Arrays.copyOf(millis, 2 * size);
      counts = Arrays.copyOf(counts, 2 * size);
    }
    System.arraycopy(millis, at, millis, at + 1, size - at);
    System.arraycopy(counts, at, counts, at + 1, size - at);
    millis[at] = latency;
    counts[at] = 0;
    size++;
  }

  long total() {
    return total;
  }

  void forEach(Visitor visitor) {
    for (int i = 0; i < size; i++) {
      visitor.latency(millis[i], counts[i]);
    }
  }

  void addTo(Latencies all) {
    forEach(all::add);
  }
}
