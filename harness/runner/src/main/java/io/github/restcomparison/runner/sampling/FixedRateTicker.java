package io.github.restcomparison.runner.sampling;

/**
 * When to look next, once a period. Who was held up for longer than a period goes on from there:
 * the looks that were missed are not made up for in a burst, and no two are closer than half a
 * period.
 */
final class FixedRateTicker {
  private final long periodNanos;
  private long next;

  FixedRateTicker(long periodNanos, long nowNanos) {
    this.periodNanos = periodNanos;
    this.next = nowNanos + periodNanos;
  }

  /** How long to wait, 0 or more. */
  long waitNanos(long nowNanos) {
    return Math.max(0, next - nowNanos);
  }

  /** Called after every look. */
  void looked(long nowNanos) {
    next = Math.max(next + periodNanos, nowNanos + periodNanos / 2);
  }
}
