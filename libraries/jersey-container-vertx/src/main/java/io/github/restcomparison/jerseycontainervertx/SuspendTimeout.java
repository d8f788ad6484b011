package io.github.restcomparison.jerseycontainervertx;

/** A timer of the event loop that may be cancelled by any thread, before or after it is set. */
final class SuspendTimeout {
  private static final long NOT_SET = -1;

  private final Exchange exchange;
  private boolean cancelled;
  private long timer = NOT_SET;

  private SuspendTimeout(Exchange exchange) {
    this.exchange = exchange;
  }

  /**
   * Sets one.
   *
   * @param ms from now, 0 for the next turn of the loop
   * @param fired run on the event loop
   */
  static SuspendTimeout start(Exchange exchange, long ms, Runnable fired) {
    SuspendTimeout timeout = new SuspendTimeout(exchange);
    exchange.onLoop(() -> timeout.set(Math.max(1, ms), fired));
    return timeout;
  }

  private synchronized void set(long ms, Runnable fired) {
    if (!cancelled) {
      timer = exchange.vertx().setTimer(ms, id -> fired.run());
    }
  }

  /** Keeps it from firing; without effect if it has fired. */
  synchronized void cancel() {
    cancelled = true;
    if (timer != NOT_SET) {
      exchange.vertx().cancelTimer(timer);
    }
  }
}
