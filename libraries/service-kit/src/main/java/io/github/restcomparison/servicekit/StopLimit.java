package io.github.restcomparison.servicekit;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time in which a service stops, one limit for its requests and all of its parts: a part gets
 * what those before it have left. It begins when it is made.
 */
public final class StopLimit {
  private static final long LIMIT_MS = StartedServer.DRAIN_MS + StartedServer.STOP_MS;

  private final LongSupplier nanoClock;
  private final long end;

  /** Starts the time. */
  public StopLimit() {
    this(System::nanoTime);
  }

  StopLimit(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.end = nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MS);
  }

  /** Returns the time that is left, in ms; at least 1, since libraries wait for ever for 0. */
  public int leftMs() {
    return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - nanoClock.getAsLong()));
  }
}
