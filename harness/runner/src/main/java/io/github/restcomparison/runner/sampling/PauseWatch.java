package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Detects pauses of this JVM. A thread sleeps, and measures its wake-up delay: the JVM was stopped,
 * or had no CPU. The threads that generate the load were then delayed alike, and the latencies that
 * they measured contain the pause.
 */
public final class PauseWatch implements AutoCloseable {
  private static final Duration SLEEP = Duration.ofMillis(5);
  private static final long NANOS_PER_MS = 1_000_000;

  private final LongSupplier nanos;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("pause-watch").unstarted(this::run);
  private final List<WakeUp> wakeUps = new ArrayList<>();
  private long startNanos = Long.MAX_VALUE;

  /** The planned and the actual time of a wake-up, in ns since 1970. */
  private record WakeUp(long planned, long actual) {
    long delay() {
      return actual - planned;
    }
  }

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
        long planned = nanos.getAsLong() + SLEEP.toNanos();
        Thread.sleep(SLEEP);
        record(planned, nanos.getAsLong());
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  synchronized void record(long planned, long now) {
    wakeUps.add(new WakeUp(planned, now));
  }

  /** Returns the pauses of a window; of a pause at its edge, the part inside counts. */
  private Stream<WakeUp> pauses(Window window) {
    long from = NANOS_PER_MS * window.startMs();
    long to = NANOS_PER_MS * window.endMs();
    return wakeUps.stream()
        .filter(each -> each.actual > from && each.planned < to)
        .map(each -> new WakeUp(Math.max(each.planned, from), Math.min(each.actual, to)));
  }

  /**
   * Returns the longest pause in these windows, in whole ms; NaN if there are none, or if the
   * thread was started after their beginning.
   *
   * @param windows in ascending order
   */
  public synchronized double longestMs(List<Window> windows) {
    return windows.isEmpty() || startNanos > NANOS_PER_MS * windows.getFirst().startMs()
        ? Double.NaN
        : windows.stream().flatMap(this::pauses).mapToLong(WakeUp::delay).max().orElse(0)
            / NANOS_PER_MS;
  }

  /** Returns the pauses of more than this many ms inside a window; times in whole ms. */
  public synchronized List<Window> longerThan(long ms, Window window) {
    return pauses(window)
        .filter(pause -> pause.delay() / NANOS_PER_MS > ms)
        .map(pause -> new Window(pause.planned / NANOS_PER_MS, pause.actual / NANOS_PER_MS))
        .toList();
  }

  /**
   * Returns the mean wake-up delay of the thread, in µs, in these windows: a thread of this JVM
   * that has just been given work waits as long. NaN if there are no such times.
   */
  public synchronized double meanLatenessMicros(List<Window> windows) {
    return wakeUps.stream()
        .filter(
            each ->
                windows.stream().anyMatch(window -> window.contains(each.planned / NANOS_PER_MS)))
        .mapToDouble(each -> each.delay() / 1e3)
        .average()
        .orElse(Double.NaN);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
