package io.github.restcomparison.runner.sampling;

/**
 * Monotonic time that reads as ms since 1970, as Gatling's log has it: the wall clock is looked at
 * once, and never again for the time, so that setting it does not stretch a measurement.
 */
public final class Clock {
  private static final int LOOKS = 5;

  private final long wallMs = System.currentTimeMillis();
  private final long nanos = System.nanoTime();

  long nowMs() {
    return nowNanos() / 1_000_000;
  }

  /** The same in ns since 1970. */
  public long nowNanos() {
    return wallMs * 1_000_000 + System.nanoTime() - nanos;
  }

  /** Wall clock less this one in ms: it changes by as much as somebody sets the wall clock. */
  long offsetMs() {
    long offset = 0;
    long closest = Long.MAX_VALUE;
    // A thread that is made to wait between the two clocks would see a step that was none.
    for (int look = 0; look < LOOKS; look++) {
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
