package io.github.restcomparison.runner.sampling;

/**
 * Monotonic time since 1970, comparable with the times in Gatling's log. The wall clock is read
 * once, at the start, so that adjusting it does not distort a measurement.
 */
public final class Clock {
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
}
