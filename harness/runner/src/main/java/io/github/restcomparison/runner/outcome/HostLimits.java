package io.github.restcomparison.runner.outcome;

import java.time.Duration;

/**
 * From when on the host disturbs a measurement. A second of a window is held to these limits, and a
 * window of which too few seconds are left as a whole.
 */
public final class HostLimits {
  /** The share of the CPU time that the hypervisor may give to others. */
  public static final double STEAL_SHARE = 0.05;

  /** The share of the CPU time that other processes may use. */
  public static final double OTHERS_SHARE = 0.05;

  private static final long PAUSE_MS = 20;

  private HostLimits() {}

  /**
   * By how many ms a thread of the generator may wake late: 20, or half of the request time if that
   * is longer. See docs/decisions/0007-pause-of-the-generator.md.
   *
   * @param requestTime the shortest possible duration of a request under the load
   */
  public static long pauseMs(Duration requestTime) {
    return Math.max(PAUSE_MS, requestTime.toMillis() / 2);
  }
}
