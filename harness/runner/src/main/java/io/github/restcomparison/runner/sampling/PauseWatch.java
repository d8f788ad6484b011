package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Detects pauses of this JVM. A thread does nothing but sleep, and measures how much later than due
 * it wakes: the JVM was stopped, or had no CPU. The threads that generate the load were then
 * delayed alike, and the latencies that they measured contain the pause.
 */
public final class PauseWatch implements AutoCloseable {
  private static final long SLEEP_NANOS = 5_000_000;
  private static final long SHORTEST_NANOS = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final int CAPACITY = 10_000;

  /** From when the thread was due to wake until it did, in ns since 1970. */
  private record Pause(long due, long woke) {
    long nanos() {
      return woke - due;
    }
  }

  private final LongSupplier nanos;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("pause-watch").unstarted(this::run);
  // Beyond its capacity, the shortest pauses are dropped.
  private final PriorityQueue<Pause> pauses =
      new PriorityQueue<>(Comparator.comparingLong(Pause::nanos));
  private final TreeMap<Long, LongSummaryStatistics> latenessBySecond = new TreeMap<>();
  private long startNanos = Long.MAX_VALUE;

  /**
   * Prepares the thread.
   *
   * @param nanos monotonic time in ns since 1970
   */
  public PauseWatch(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Starts the thread; earlier pauses are not detected. */
  public synchronized void start() {
    startNanos = nanos.getAsLong();
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        long due = nanos.getAsLong() + SLEEP_NANOS;
        Thread.sleep(Duration.ofNanos(SLEEP_NANOS));
        woke(due, nanos.getAsLong());
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  synchronized void woke(long due, long now) {
    latenessBySecond
        .computeIfAbsent(due / SECOND, second -> new LongSummaryStatistics())
        .accept(now - due);
    if (now - due >= SHORTEST_NANOS) {
      pauses.add(new Pause(due, now));
      if (pauses.size() > CAPACITY) {
        pauses.remove();
      }
    }
  }

  /** Of a pause at the edge of the window, the part inside counts; others are negative. */
  private Stream<Pause> inside(Window window) {
    long from = window.startMs() * 1_000_000;
    long to = window.endMs() * 1_000_000;
    return pauses.stream()
        .map(pause -> new Pause(Math.max(pause.due, from), Math.min(pause.woke, to)));
  }

  /**
   * The longest pause in a window, in whole ms. Absent if the thread was started after the
   * beginning of the window.
   */
  public synchronized OptionalLong longestMs(Window window) {
    return startNanos > window.startMs() * 1_000_000
        ? OptionalLong.empty()
        : OptionalLong.of(inside(window).mapToLong(Pause::nanos).reduce(0, Math::max) / 1_000_000);
  }

  /** The pauses that lasted longer than this many ms inside a window; times in whole ms. */
  public synchronized List<Window> longerThan(long ms, Window window) {
    return inside(window)
        .filter(pause -> pause.nanos() / 1_000_000 > ms)
        .map(pause -> new Window(pause.due / 1_000_000, pause.woke / 1_000_000))
        .toList();
  }

  /**
   * By how much the thread woke late on average, in µs, in the whole seconds of these windows: what
   * a thread of this JVM waits for that has just been given work. Absent if there are none.
   */
  public synchronized OptionalDouble meanLatenessMicros(List<Window> windows) {
    LongSummaryStatistics all = new LongSummaryStatistics();
    for (Window window : windows) {
      long from = Math.ceilDiv(window.startMs(), 1_000);
      long to = Math.max(from, window.endMs() / 1_000);
      latenessBySecond.subMap(from, to).values().forEach(all::combine);
    }
    return all.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(all.getAverage() / 1e3);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
