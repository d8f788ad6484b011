package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

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
  private final Thread thread;
  // Beyond its capacity, the shortest pauses are dropped.
  private final PriorityQueue<Pause> pauses =
      new PriorityQueue<>(Comparator.comparingLong(Pause::nanos));
  private final SortedMap<Long, Lateness> bySecond = new TreeMap<>();
  private long startNanos = Long.MAX_VALUE;

  /** Of the wake-ups that were due in a second. */
  private record Lateness(long wakeUps, long nanos) {
    Lateness plus(Lateness other) {
      return new Lateness(wakeUps + other.wakeUps, nanos + other.nanos);
    }
  }

  /**
   * Prepares the thread.
   *
   * @param nanos monotonic time in ns since 1970
   */
  public PauseWatch(LongSupplier nanos) {
    this.nanos = nanos;
    this.thread = Thread.ofPlatform().daemon().name("pause-watch").unstarted(this::run);
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
    bySecond.merge(due / SECOND, new Lateness(1, now - due), Lateness::plus);
    if (now - due >= SHORTEST_NANOS) {
      pauses.add(new Pause(due, now));
      if (pauses.size() > CAPACITY) {
        pauses.remove();
      }
    }
  }

  /**
   * The longest pause in a window, in whole ms. Of a pause at the edge, the part inside the window
   * counts. Absent if the thread was started after the beginning of the window.
   */
  public synchronized OptionalLong longestMs(Window window) {
    long from = window.startMs() * 1_000_000;
    long to = window.endMs() * 1_000_000;
    return startNanos > from
        ? OptionalLong.empty()
        : OptionalLong.of(
            pauses.stream()
                    .mapToLong(pause -> Math.min(pause.woke(), to) - Math.max(pause.due(), from))
                    .reduce(0, Math::max)
                / 1_000_000);
  }

  /** The pauses that lasted longer than this many ms inside a window; times in whole ms. */
  public synchronized List<Window> longerThan(long ms, Window window) {
    long from = window.startMs() * 1_000_000;
    long to = window.endMs() * 1_000_000;
    return pauses.stream()
        .map(pause -> new Pause(Math.max(pause.due(), from), Math.min(pause.woke(), to)))
        .filter(pause -> pause.nanos() / 1_000_000 > ms)
        .map(pause -> new Window(pause.due() / 1_000_000, pause.woke() / 1_000_000))
        .toList();
  }

  /**
   * By how much the thread woke late in the seconds that lie in one of the windows, on average, in
   * µs: what a thread of this JVM waits for that has just been given work. Absent if there are
   * none.
   */
  public synchronized OptionalDouble meanLatenessMicros(List<Window> windows) {
    return windows.stream()
        .flatMap(window -> seconds(window).values().stream())
        .reduce(Lateness::plus)
        .stream()
        .mapToDouble(all -> all.nanos() / 1e3 / all.wakeUps())
        .findFirst();
  }

  private SortedMap<Long, Lateness> seconds(Window window) {
    long from = Math.ceilDiv(window.startMs(), 1_000);
    return bySecond.subMap(from, Math.max(from, window.endMs() / 1_000));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
