package io.github.restcomparison.comparison.run;

/**
 * Monotonic time that reads as ms since 1970, as Gatling's log has it: the wall clock is looked at
 * once, and never again, so that setting it does not stretch a measurement.
 */
final class Clock {
  private final long wallMs = System.currentTimeMillis();
  private final long nanos = System.nanoTime();

  long nowMs() {
    return wallMs + (System.nanoTime() - nanos) / 1_000_000;
  }
}
