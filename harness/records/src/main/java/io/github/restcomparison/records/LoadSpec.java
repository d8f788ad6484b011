package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The load of a run, in plans, run requests and records. The ranges that users must keep are those
 * of {@link io.github.restcomparison.records.plan.LoadSettings}.
 *
 * @param users who start at once, 1 or more; in an open model its connections
 * @param requestsPerUser one after the other; 0 in an open model, and with {@code seconds}
 * @param seconds how long the users of a closed model send requests; absent if each sends {@code
 *     requestsPerUser}
 * @param open the schedule of the requests; absent in a closed model
 * @param delay the wait of one request
 * @param bounds of the service; in a plan, of all variants that have no own
 * @param warmUpLimitMs the longest duration of the warm-up; 0 for none
 * @param protocol over TLS; absent for HTTP/1.1 without it
 */
public record LoadSpec(
    int users,
    int requestsPerUser,
    OptionalInt seconds,
    Optional<OpenModel> open,
    @JsonUnwrapped Delay delay,
    @JsonUnwrapped Bounds bounds,
    int warmUpLimitMs,
    Optional<LoadProtocol> protocol) {

  private static final int PRESUMED_DELAY_MS = 500;

  /**
   * What bounds the requests that wait in a service at once.
   *
   * @param workers threads that may block; absent if nothing bounds them, or waiting blocks none
   * @param downstreamConnections to the back end; absent if requests wait for a clock
   */
  public record Bounds(OptionalInt workers, OptionalInt downstreamConnections) {}

  /**
   * Refuses a load that no run can have.
   *
   * @throws SettingException if there are no users or no requests, or a time is negative
   */
  public LoadSpec {
    boolean isCounted = open.isEmpty() && seconds.isEmpty();
    if (users < 1
        || requestsPerUser < (isCounted ? 1 : 0)
        || delay.delayMs() < 0
        || warmUpLimitMs < 0) {
      throw new SettingException(
          "invalid load: %d users, %d requests each, delay %d ms, warm-up %d ms"
              .formatted(users, requestsPerUser, delay.delayMs(), warmUpLimitMs));
    }
  }

  /** A load of users who each send some requests over HTTP/1.1, one after the other. */
  public static LoadSpec closed(
      int users, int requests, int delayMs, String waits, OptionalInt workers, int warmUpLimitMs) {
    return new LoadSpec(
        users,
        requests,
        OptionalInt.empty(),
        Optional.empty(),
        new Delay(waits, delayMs),
        new Bounds(workers, OptionalInt.empty()),
        warmUpLimitMs,
        Optional.empty());
  }

  /** Which wait a request has, as {@link Delay} names it. */
  public String waits() {
    return delay.waits();
  }

  /** The wait of a request in ms: itself, the longest, or the period. */
  public int delayMs() {
    return delay.delayMs();
  }

  /** Threads of the service that may block at once; empty if nothing bounds them. */
  public OptionalInt workers() {
    return bounds.workers();
  }

  /** The same for other users of a closed model; {@code requests} only if it has no duration. */
  public LoadSpec of(int otherUsers, int requests, int otherDelayMs) {
    int each = seconds.isPresent() ? 0 : requests;
    return with(otherUsers, each, seconds, Optional.empty(), new Delay(waits(), otherDelayMs));
  }

  /** The same with the requests of a schedule. */
  public LoadSpec with(OpenModel schedule) {
    return with(schedule.connections(), 0, OptionalInt.empty(), Optional.of(schedule), delay);
  }

  /** The same with the bounds of a service; one of this project waits by a clock. */
  public LoadSpec with(Bounds others, boolean isOurs) {
    Delay own = isOurs && waits().equals(Delay.STATED) ? Delay.fixed(delayMs()) : delay;
    return new LoadSpec(
        users, requestsPerUser, seconds, open, own, others, warmUpLimitMs, protocol);
  }

  /** The same for as long as so many requests of a user take, if it has a duration. */
  public LoadSpec lasting(int requests) {
    int needed = Math.clamp(Math.ceilDiv(delayMs() * requests, 1_000), 1, 3_600);
    return seconds.isEmpty()
        ? this
        : with(users, requestsPerUser, OptionalInt.of(needed), open, delay);
  }

  private LoadSpec with(
      int otherUsers, int requests, OptionalInt time, Optional<OpenModel> schedule, Delay wait) {
    return new LoadSpec(
        otherUsers, requests, time, schedule, wait, bounds, warmUpLimitMs, protocol);
  }

  /** The share of one of {@code of} load generators; {@code number} is from 1. */
  public LoadSpec partOf(int number, int of) {
    int own = users / of + (number <= users % of ? 1 : 0);
    return open.map(schedule -> with(schedule.partOf(number, of)))
        .orElseGet(() -> with(own, requestsPerUser, seconds, open, delay));
  }

  /** What the settings allow, with the mean of the waits as the wait of a request. */
  public ThroughputLimits limits() {
    return new ThroughputLimits(users, workers(), bounds.downstreamConnections(), delay.mean());
  }

  /** The time between two responses to a user; 0 in an open model. */
  public Duration wave() {
    return open.isPresent() ? Duration.ZERO : delay.mean();
  }

  /** The presumed wait of a request in ms, from which the size of a pool is computed. */
  public int expectedDelayMs() {
    return isWaitUnknown() ? PRESUMED_DELAY_MS : delayMs();
  }

  /** Whether it is unknown how much of a request's time is waiting. */
  @JsonIgnore
  public boolean isWaitUnknown() {
    return delay.isUnknown();
  }

  /** How many requests all users send; empty if they send for some time. */
  public OptionalLong requests() {
    return seconds.isPresent()
        ? OptionalLong.empty()
        : OptionalLong.of(open.map(OpenModel::requests).orElse((long) users * requestsPerUser));
  }

  /** The longest duration of the warm-up; 0 for none. */
  public Duration warmUpLimit() {
    return Duration.ofMillis(warmUpLimitMs);
  }

  /** Whether a request waits for a back end, and not for a clock. */
  public boolean asksBackEnd() {
    return Delay.BACK_ENDS.contains(waits());
  }
}
