package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.Comparator;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/**
 * A thread that does nothing but sleep, and sees how much later than due it wakes: the JVM stood
 * still, or there was no CPU for it. The same then happened to the threads that generate the load,
 * and what they measured of the service has it in it.
 */
public final class PauseWatch implements AutoCloseable {
  private static final long SLEEP_NANOS = 5_000_000;
  private static final long SHORTEST_NANOS = 1_000_000;
  private static final int MOST = 10_000;

  /** From when the thread was due to when it woke, in ns since 1970. */
  private record Pause(long due, long woke) {
    long nanos() {
      return woke - due;
    }
  }

  private final LongSupplier nanos;
  private final Thread thread;
  // Of more than it has room for it forgets the shortest.
  private final PriorityQueue<Pause> pauses =
      new PriorityQueue<>(Comparator.comparingLong(Pause::nanos));
  private long startNanos = Long.MAX_VALUE;

  /**
   * @param nanos monotonic time in ns since 1970
   */
  public PauseWatch(LongSupplier nanos) {
    this.nanos = nanos;
    this.thread = Thread.ofPlatform().daemon().name("pause-watch").unstarted(this::run);
  }

  /** Begins to watch; pauses before this are not seen. */
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
    if (now - due >= SHORTEST_NANOS) {
      pauses.add(new Pause(due, now));
      if (pauses.size() > MOST) {
        pauses.remove();
      }
    }
  }

  /**
   * The longest pause in a window in whole ms, of one at its edge the part in it; absent where the
   * watch was not there from the beginning.
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

  @Override
  public void close() {
    thread.interrupt();
  }
}
