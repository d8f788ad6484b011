package io.github.restcomparison.servicekit;

import java.time.Duration;

/**
 * What requests wait for: here a clock. It is given up where it takes longer than the time-out.
 *
 * @param delay how long it takes
 * @param timeout what it may take at most
 */
public record SimulatedDelay(Delay delay, Duration timeout) {

  /**
   * One request's wait.
   *
   * @param lasts until it is over, one way or the other
   * @param timedOut whether it ends with {@code 503}
   */
  public record Call(Duration lasts, boolean timedOut) {}

  /** The wait of the request that arrives now. */
  public Call call() {
    Duration wait = delay.next();
    return wait.compareTo(timeout) > 0 ? new Call(timeout, true) : new Call(wait, false);
  }
}
