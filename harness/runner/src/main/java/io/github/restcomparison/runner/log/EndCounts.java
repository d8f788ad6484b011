package io.github.restcomparison.runner.log;

import io.github.restcomparison.records.RunSamples.Window;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number of requests that ended in each ms. Memory grows with the time in which requests ended,
 * by 14 MB an hour, and not with their number.
 */
final class EndCounts {
  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;

  private final TreeMap<Long, int[]> pages = new TreeMap<>(); // by the upper bits of a time in ms
  private long lastKey = Long.MIN_VALUE;
  private int[] lastPage;
  private long total;

  /** Adds a request that ended at a time in ms since 1970. */
  void add(long atMs) {
    long key = atMs >> PAGE_BITS;
    if (key != lastKey) {
      lastKey = key;
      lastPage = pages.computeIfAbsent(key, any -> new int[PAGE]);
    }
    lastPage[(int) atMs & (PAGE - 1)]++;
    total++;
  }

  /** Returns how many requests ended at any time. */
  long total() {
    return total;
  }

  /** Returns how many requests ended in a window. */
  long count(Window time) {
    long first = time.startMs() + 1;
    long last = time.endMs();
    long sum = 0;
    for (Map.Entry<Long, int[]> each : pages(first, last).entrySet()) {
      long from = each.getKey() << PAGE_BITS;
      int end = (int) Math.min(PAGE, last - from + 1);
      for (int i = (int) Math.max(0, first - from); i < end; i++) {
        sum += each.getValue()[i];
      }
    }
    return sum;
  }

  private Map<Long, int[]> pages(long first, long last) {
    return first > last
        ? Map.of()
        : pages.subMap(first >> PAGE_BITS, true, last >> PAGE_BITS, true);
  }

  /** Returns the first ms after a time in which a request ended; {@code MAX_VALUE} if none did. */
  long nextAfter(long atMs) {
    long first = atMs + 1;
    for (Map.Entry<Long, int[]> each : pages.tailMap(first >> PAGE_BITS, true).entrySet()) {
      long from = each.getKey() << PAGE_BITS;
      for (int i = (int) Math.max(0, first - from); i < PAGE; i++) {
        if (each.getValue()[i] > 0) {
          return from + i;
        }
      }
    }
    return Long.MAX_VALUE;
  }

  /**
   * Returns when the request ended that was the {@code number}th to end.
   *
   * @param number from 1 to {@link #total}
   */
  long endMs(long number) {
    long left = number;
    for (Map.Entry<Long, int[]> each : pages.entrySet()) {
      for (int i = 0; i < PAGE; i++) {
        left -= each.getValue()[i];
        if (left <= 0) {
          return (each.getKey() << PAGE_BITS) + i;
        }
      }
    }
    throw new IllegalArgumentException(number + " of " + total);
  }
}
