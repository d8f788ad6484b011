package io.github.restcomparison.records;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What the settings alone allow: a user waits for the answer before asking again, and a thread that
 * blocks serves one request at a time, so that throughput cannot exceed min(users, workers) / delay
 * (Little, <i>Oper. Res.</i> 9:383, 1961, with the delay as the shortest time in the system).
 *
 * @param users that ask one request after the other, 1 or more
 * @param workers threads that may block at once, 1 or more; none for models whose waiting blocks no
 *     thread
 * @param connections to the back end at once, each for one request, 1 or more; none where requests
 *     wait for a clock
 * @param delay the wait of one request, 0 or more; with 0 there is no ceiling
 */
public record ThroughputLimits(
    int users, OptionalInt workers, OptionalInt connections, Duration delay) {

  /** How far L may be from N, as a share of N. */
  public static final double LITTLE_TOLERANCE = 0.05;

  /** What the ceiling comes from. */
  public enum CeilingReason {
    /** There are no more users; also where there are as many threads as users. */
    USERS,
    /** There are fewer threads than users. */
    THREADS,
    /** There are fewer connections to the back end than users, and than threads. */
    CONNECTIONS,
    /** The delay is 0. */
    NONE
  }

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException if {@code users} or {@code workers} is below 1, or {@code
   *     delay} is negative
   */
  public ThroughputLimits {
    if (users < 1 || workers.orElse(1) < 1 || connections.orElse(1) < 1 || delay.isNegative()) {
      throw new IllegalArgumentException(
          "users = "
              + users
              + ", workers = "
              + workers
              + ", delay = "
              + delay
              + ": must be 1 or more, 1 or more, not negative");
    }
  }

  /** The bounds of a service that waits for a clock. */
  public ThroughputLimits(int users, OptionalInt workers, Duration delay) {
    this(users, workers, OptionalInt.empty(), delay);
  }

  /** The same users alone, without what bounds the service. */
  public ThroughputLimits ofUsers() {
    return new ThroughputLimits(users, OptionalInt.empty(), delay);
  }

  /** The most requests per second that can be answered; none if the delay is 0. */
  public OptionalDouble ceiling() {
    return delay.isZero()
        ? OptionalDouble.empty()
        : OptionalDouble.of(atOnce() * 1e9 / delay.toNanos());
  }

  /** How many requests can wait in the service at once. */
  public int atOnce() {
    return Math.min(users, Math.min(workers.orElse(users), connections.orElse(users)));
  }

  /**
   * What a request takes at best when all users ask at once: as many delays as there are turns to
   * wait for.
   */
  public Duration requestTime() {
    return delay.multipliedBy(Math.ceilDiv(users, atOnce()));
  }

  /** What the ceiling comes from. */
  public CeilingReason ceilingReason() {
    if (delay.isZero()) {
      return CeilingReason.NONE;
    }
    if (atOnce() == users) {
      return CeilingReason.USERS;
    }
    return workers.orElse(users) == atOnce() ? CeilingReason.THREADS : CeilingReason.CONNECTIONS;
  }

  /**
   * How much of the ceiling was reached, in percent; none if there is no ceiling.
   *
   * @param throughput X, requests per second
   */
  public OptionalDouble percentOfCeiling(double throughput) {
    return ceiling().stream().map(ceiling -> 100 * throughput / ceiling).findFirst();
  }

  /**
   * Whether a throughput can be true.
   *
   * @param throughput X, requests per second
   * @param edgeAllowance share by which it may exceed the ceiling: requests that began before the
   *     window end in it, at most one for each that is in the system, thus delay / window at most
   */
  public boolean allows(double throughput, double edgeAllowance) {
    OptionalDouble ceiling = ceiling();
    return ceiling.isEmpty() || throughput <= ceiling.getAsDouble() * (1 + edgeAllowance);
  }

  /**
   * How far a closed model without think time is from Little's law, by which as many requests are
   * in flight as there are users: |N - L| / N, as a share. The gate is {@link #LITTLE_TOLERANCE}.
   *
   * @param inFlight L, requests in flight in the window, on average
   */
  public double littleGap(double inFlight) {
    return Math.abs(users - inFlight) / users;
  }
}
