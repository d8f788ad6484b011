package io.github.restcomparison.backend;

import io.vertx.core.Future;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The time limit of a call from an event loop, which starts when this is made. */
public final class Deadline {
  private final long end;

  /** Starts a call that may take {@code timeout}. */
  public Deadline(Duration timeout) {
    end = System.nanoTime() + timeout.toNanos();
  }

  /** Returns whether the time is over. */
  public boolean isOver() {
    return System.nanoTime() - end >= 0;
  }

  /** Returns the time that is left, in ms; at least 1, as timers require. */
  public long leftMs() {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
  }

  /**
   * Returns a response that fails by a {@link TimeoutException} if the time is over, however a
   * client reports that, or if the client's queue is full.
   */
  public <T> Future<T> of(Future<T> response) {
    return response
        .timeout(leftMs(), TimeUnit.MILLISECONDS)
        .recover(failure -> Future.failedFuture(isLate(failure) ? late(failure) : failure));
  }

  private boolean isLate(Throwable failure) {
    return isOver() || failure instanceof ConnectionPoolTooBusyException;
  }

  private static TimeoutException late(Throwable failure) {
    TimeoutException late = new TimeoutException(failure.getMessage());
    late.initCause(failure);
    return late;
  }
}
