package io.github.restcomparison.runner.sampling;

/**
 * Schedules samples at a fixed rate. After a delay of more than one period, the missed samples are
 * skipped, not taken in a burst. Two samples are never closer than half a period.
 */
final class FixedRateTicker {
  private final long periodNanos;
  private long next;

  FixedRateTicker(long periodNanos, long nowNanos) {
    this.periodNanos = periodNanos;
    this.next = nowNanos + periodNanos;
  }

  /** How long to wait until the next sample is due, 0 or more. */
  long waitNanos(long nowNanos) {
    return Math.max(0, next - nowNanos);
  }

  /** Schedules the next sample; called after each one. */
  void sampled(long nowNanos) {
    next = Math.max(next + periodNanos, nowNanos + periodNanos / 2);
  }
}
