package io.github.restcomparison.runner.log;

import io.github.restcomparison.records.RunSamples.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Windows in ascending order, without an overlap, of which one is found by a binary search. */
final class Times {
  private final long[] starts;
  private final long[] ends;

  /**
   * Orders windows.
   *
   * @param windows in any order; they may overlap
   */
  Times(List<Window> windows) {
    List<Window> sorted = new ArrayList<>();
    for (Window each :
        windows.stream()
            .filter(each -> each.ms() > 0)
            .sorted(Comparator.comparingLong(Window::startMs))
            .toList()) {
      if (!sorted.isEmpty() && each.startMs() < sorted.getLast().endMs()) {
        Window last = sorted.removeLast();
        sorted.add(new Window(last.startMs(), Math.max(last.endMs(), each.endMs())));
      } else {
        sorted.add(each);
      }
    }
    starts = sorted.stream().mapToLong(Window::startMs).toArray();
    ends = sorted.stream().mapToLong(Window::endMs).toArray();
  }

  /** Returns the first window that ends after a time; the number of windows if none does. */
  private int firstEndingAfter(long ms) {
    int at = Arrays.binarySearch(ends, ms + 1);
    return at < 0 ? ~at : at;
  }

  /** Returns whether a time lies in a window. */
  boolean contains(long ms) {
    int at = firstEndingAfter(ms - 1);
    return at < ends.length && starts[at] < ms;
  }

  /** Returns whether some of the time from {@code fromMs} to {@code toMs} lies in a window. */
  boolean overlaps(long fromMs, long toMs) {
    int at = firstEndingAfter(fromMs);
    return at < ends.length && starts[at] < toMs;
  }

  /** Returns for how many ms of the time from {@code fromMs} to {@code toMs} there are windows. */
  long overlap(long fromMs, long toMs) {
    long sum = 0;
    for (int i = firstEndingAfter(fromMs); i < ends.length && starts[i] < toMs; i++) {
      sum += Math.min(ends[i], toMs) - Math.max(starts[i], fromMs);
    }
    return sum;
  }

  /** Returns the length of all windows in ms. */
  long ms() {
    long sum = 0;
    for (int i = 0; i < ends.length; i++) {
      sum += ends[i] - starts[i];
    }
    return sum;
  }
}
