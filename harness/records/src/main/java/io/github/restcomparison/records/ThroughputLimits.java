package io.github.restcomparison.records;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * The throughput limits by the settings. A user waits for the response before the next request, and
 * a worker serves one request at a time. Throughput cannot exceed users / (delay + think) nor
 * workers / delay (Little, <i>Oper. Res.</i> 9:383, 1961, with the delay as the shortest time in
 * the system).
 *
 * @param users 1 or more
 * @param workers threads that may block, 1 or more; empty if waiting blocks none
 * @param connections to the back end, 1 or more; empty if requests wait for a clock
 * @param delay the wait of one request
 * @param think the pause of a user between two requests; without both there is no ceiling
 */
public record ThroughputLimits(
    int users, OptionalInt workers, OptionalInt connections, Duration delay, Duration think) {

  private static final long MIN_PAUSE_MS = 20;

  /** The limit that sets the ceiling; {@code NONE} without a delay and a pause. */
  public enum CeilingReason {
    /** Also if there are as many workers as users. */
    USERS,
    THREADS,
    CONNECTIONS,
    NONE
  }

  /** The limits of a service that waits for a clock, with users who do not pause. */
  public ThroughputLimits(int users, OptionalInt workers, Duration delay) {
    this(users, workers, OptionalInt.empty(), delay, Duration.ZERO);
  }

  /** Returns the limit by the users alone. */
  public ThroughputLimits usersOnly() {
    OptionalInt unbounded = OptionalInt.empty();
    return new ThroughputLimits(users, unbounded, unbounded, delay, think);
  }

  /** Returns the maximum of requests per second; infinite without a delay and a pause. */
  public double ceiling() {
    return Math.min(usersLimit(), poolLimit());
  }

  private double usersLimit() {
    return users * 1e9 / delay.plus(think).toNanos();
  }

  private double poolLimit() {
    return maxWaiting() * 1e9 / delay.toNanos();
  }

  /** Returns the maximum of requests that can wait in the service concurrently. */
  public int maxWaiting() {
    return Math.min(users, Math.min(workers.orElse(users), connections.orElse(users)));
  }

  /**
   * Returns the shortest duration of a request if all users send concurrently, with its wait for a
   * turn.
   */
  public Duration requestTime() {
    return delay.multipliedBy(Math.ceilDiv(users, maxWaiting()));
  }

  /**
   * Returns the maximum wake-up delay of a thread of the load generator in ms: 20, or half of the
   * request time if that is longer. See docs/decisions/0007-pause-of-the-generator.md.
   */
  public long maxPauseMs() {
    return Math.max(MIN_PAUSE_MS, requestTime().toMillis() / 2);
  }

  /** Returns the shortest time between two responses to a user if all users send concurrently. */
  public Duration cycle() {
    Duration alone = delay.plus(think);
    return alone.compareTo(requestTime()) > 0 ? alone : requestTime();
  }

  /** Returns the limit that sets the ceiling. */
  public CeilingReason ceilingReason() {
    if (Double.isInfinite(ceiling())) {
      return CeilingReason.NONE;
    }
    if (usersLimit() <= poolLimit()) {
      return CeilingReason.USERS;
    }
    return workers.orElse(users) == maxWaiting()
        ? CeilingReason.THREADS
        : CeilingReason.CONNECTIONS;
  }
}
