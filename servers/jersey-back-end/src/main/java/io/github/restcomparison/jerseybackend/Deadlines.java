package io.github.restcomparison.jerseybackend;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends calls that take too long; one thread does so for all of them. The time-outs of the clients
 * are for a phase of a call each, and begin anew with each byte that arrives.
 */
final class Deadlines implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("deadlines").factory());

  Deadlines() {
    timer.setRemoveOnCancelPolicy(true);
  }

  /**
   * Calls back when the time is over.
   *
   * @param end ends the call; must not block
   * @return is cancelled when the call has ended
   */
  Future<?> after(Duration time, Runnable end) {
    return timer.schedule(end, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
