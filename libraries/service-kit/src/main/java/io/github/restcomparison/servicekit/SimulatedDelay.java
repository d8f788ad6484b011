package io.github.restcomparison.servicekit;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * What requests wait for: here a clock. It is given up where it takes longer than the time-out.
 *
 * @param delay how long it takes
 * @param timeout what it may take at most
 * @param cpu what a request computes before it waits, 0 or more
 */
public record SimulatedDelay(Delay delay, Duration timeout, Duration cpu) {

  /**
   * One request's wait.
   *
   * @param lasts until it is over, one way or the other
   * @param timedOut whether it ends with {@code 503}
   */
  public record Call(Duration lasts, boolean timedOut) {}

  /**
   * Reads {@code CPU_MICROS}, 0 to 1,000,000: what the application's own code would compute in a
   * request, or a difference between two services that is known beforehand.
   *
   * @throws SettingException where it cannot be used
   */
  public static SimulatedDelay of(Settings settings, Delay delay, Limits limits) {
    int micros = settings.integer("CPU_MICROS", 0, 0, 1_000_000);
    return new SimulatedDelay(delay, limits.timeout(), Duration.of(micros, ChronoUnit.MICROS));
  }

  /** Computes, in the calling thread; then the wait of this request begins. */
  public Call call() {
    if (!cpu.isZero()) {
      long end = System.nanoTime() + cpu.toNanos();
      while (System.nanoTime() - end < 0) {
        Thread.onSpinWait();
      }
    }
    Duration wait = delay.next();
    return wait.compareTo(timeout) > 0 ? new Call(timeout, true) : new Call(wait, false);
  }
}
