package io.github.restcomparison.analysis.fleet;

import java.util.Arrays;

/**
 * What is still to happen, in the order of its times: a calendar queue (R. Brown, <i>Comm. ACM</i>
 * 31:1220, 1988) with a day of about a ms, in which the events of the day that has come are a heap
 * and those of later days are in no order. An event is one long, so that 10 million users take 80
 * MB.
 */
final class EventQueue {
  /** A day is 2^20 ns: so many bits of an event are its time within the day. */
  private static final int DAY_BITS = 20;

  private static final int PAYLOAD_BITS = 63 - DAY_BITS;
  private static final long WITHIN_DAY = (1L << DAY_BITS) - 1;
  private static final long PAYLOAD = (1L << PAYLOAD_BITS) - 1;
  private static final long[] EMPTY = {};

  private final long[][] days;
  private final int[] sizes;
  private long[] heap = EMPTY;
  private int size;
  private int today;
  private long now;

  /** What happens later than {@code endNanos} is forgotten. */
  EventQueue(long endNanos) {
    int number = (int) (endNanos >> DAY_BITS) + 1;
    days = new long[number][];
    Arrays.fill(days, EMPTY);
    sizes = new int[number];
  }

  /**
   * Adds one.
   *
   * @param nanos when it happens; not before the event that was taken last
   * @param payload 0 or more, below 2^43
   */
  void add(long nanos, long payload) {
    long day = nanos >> DAY_BITS;
    if (day >= days.length) {
      return;
    }
    long event = (nanos & WITHIN_DAY) << PAYLOAD_BITS | payload;
    if (day == today) {
      push(event);
    } else {
      int of = (int) day;
      if (sizes[of] == days[of].length) {
        days[of] = Arrays.copyOf(days[of], Math.max(16, 2 * sizes[of]));
      }
      days[of][sizes[of]++] = event;
    }
  }

  /** Takes the next one: its payload; -1 where nothing happens any more. */
  long take() {
    while (size == 0) {
      if (++today >= days.length) {
        return -1;
      }
      open();
    }
    long event = heap[0];
    long last = heap[--size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (last <= heap[child]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    now = ((long) today << DAY_BITS) + (event >>> PAYLOAD_BITS);
    return event & PAYLOAD;
  }

  /** When the event that was taken last happens. */
  long nanos() {
    return now;
  }

  /** Sorted values are a heap. */
  private void open() {
    heap = days[today];
    size = sizes[today];
    days[today] = EMPTY;
    Arrays.sort(heap, 0, size);
  }

  private void push(long event) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, Math.max(16, 2 * size));
    }
    int at = size++;
    while (at > 0 && heap[(at - 1) / 2] > event) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = event;
  }
}
