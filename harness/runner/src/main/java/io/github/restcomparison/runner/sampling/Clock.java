package io.github.restcomparison.runner.sampling;

/**
 * Monotonic time since 1970, comparable with the times in Gatling's log. The wall clock is read
 * once, at the start, so that adjusting it does not distort a measurement.
 */
public final class Clock {
  private static final int READINGS = 5;

  private final long wallMs = System.currentTimeMillis();
  private final long nanos = System.nanoTime();

  /** The time in ms since 1970. */
  long nowMs() {
    return nowNanos() / 1_000_000;
  }

  /** The time in ns since 1970. */
  public long nowNanos() {
    return wallMs * 1_000_000 + System.nanoTime() - nanos;
  }

  /** Wall clock minus this clock, in ms. It changes by as much as the wall clock is adjusted. */
  long offsetMs() {
    long offset = 0;
    long closest = Long.MAX_VALUE;
    // A thread that is preempted between the two readings would report a false adjustment.
    for (int reading = 0; reading < READINGS; reading++) {
      long before = nowNanos();
      long wall = System.currentTimeMillis();
      long took = nowNanos() - before;
      if (took < closest) {
        closest = took;
        offset = wall - before / 1_000_000;
      }
    }
    return offset;
  }
}
