package io.github.restcomparison.runner.host;

/**
 * Monotonic time since 1970, comparable with the times in Gatling's log. The wall clock is read
 * once, so that adjusting it does not distort a measurement.
 */
public final class Clock {
  private static final long START = System.currentTimeMillis() * 1_000_000 - System.nanoTime();

  private Clock() {}

  /** Returns the time in ms since 1970. */
  public static long nowMs() {
    return nowNanos() / 1_000_000;
  }

  /** Returns the time in ns since 1970. */
  public static long nowNanos() {
    return START + System.nanoTime();
  }
}
