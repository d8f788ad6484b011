package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The load of a run, as users state it in options, in {@code compare.yaml} and in {@code -D}
 * properties, and as plans, run requests and records have it.
 *
 * @param users who start at once; in an open model its connections
 * @param requests of each user, one after the other; absent in an open model, and with {@code
 *     duration}
 * @param duration how long requests are sent; absent if each user sends {@code requests}
 * @param schedule of the requests of an open model
 * @param delay the wait of one request
 * @param bounds of the service; in a plan, of all variants that have no own
 * @param warmUp its longest duration; 0 for none
 * @param protocol over TLS; absent for HTTP/1.1 without it
 */
public record LoadSpec(
    @JsonSetter(nulls = Nulls.AS_EMPTY) @Limits(min = "1", max = "20000") int users,
    @Limits(min = "1", max = "1000000") OptionalInt requests,
    @Limits(min = "1s", max = "60m", wholeSeconds = true) Optional<Duration> duration,
    @JsonUnwrapped Schedule schedule,
    @JsonUnwrapped Delay delay,
    @JsonUnwrapped Bounds bounds,
    @Limits(min = "0s", max = "60m", wholeSeconds = true) Duration warmUp,
    @Limits(words = {"http1-tls", "http2", "http2-shared"}) Optional<LoadProtocol> protocol) {

  private static final int PRESUMED_DELAY_MS = 500;

  /**
   * When the requests of an open model come, and over what.
   *
   * @param rate absent in a closed model
   * @param connections of the pool; absent if they follow from the rate
   * @param newConnections whether each request has a connection of its own
   */
  public record Schedule(
      Optional<Rate> rate,
      @Limits(min = "1", max = "20000", words = "new") OptionalInt connections,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) @JsonSetter(nulls = Nulls.AS_EMPTY)
          boolean newConnections) {
    /** Of a closed model: users send when they have their answer. */
    static final Schedule NONE = new Schedule(Optional.empty(), OptionalInt.empty(), false);
  }

  /**
   * What bounds the requests that wait in a service at once.
   *
   * @param workers threads that may block; absent if nothing bounds them, or waiting blocks none
   * @param downstreamConnections to the back end; absent if requests wait for a clock
   */
  public record Bounds(
      @Limits(min = "1", max = "20000", words = "virtual") OptionalInt workers,
      @Limits(isStated = false) OptionalInt downstreamConnections) {}

  /**
   * Completes an open model with its connections.
   *
   * @throws SettingException if no run can have the load
   */
  public LoadSpec {
    if (schedule.rate.isPresent()) {
      int delayMs = expectedMs(delay);
      Rate rate = schedule.rate.get();
      users = schedule.connections.orElseGet(() -> rate.connections(delayMs));
      schedule = new Schedule(schedule.rate, OptionalInt.of(users), schedule.newConnections);
      boolean isPossible =
          !schedule.newConnections || !protocol.map(LoadProtocol::isHttp2).orElse(false);
      SettingException.check(
          isPossible, "connections", "new", "a number: HTTP/2 has no Connection: close");
    }
    boolean hasEnd = duration.isPresent() || schedule.rate.isEmpty() && requests.orElse(0) > 0;
    if (users < 1 || !hasEnd || delay.delay().isNegative() || warmUp.isNegative()) {
      throw new SettingException(
          "invalid load: %d users, %d requests each, delay %d ms, warm-up %d ms"
              .formatted(users, requests.orElse(0), delay.delay().toMillis(), warmUp.toMillis()));
    }
  }

  /** A load of users who each send some requests over HTTP/1.1, one after the other. */
  public static LoadSpec closed(
      int users, int requests, int delayMs, String wait, OptionalInt workers, int warmUpMs) {
    return new LoadSpec(
        users,
        OptionalInt.of(requests),
        Optional.empty(),
        Schedule.NONE,
        new Delay(wait, Duration.ofMillis(delayMs)),
        new Bounds(workers, OptionalInt.empty()),
        Duration.ofMillis(warmUpMs),
        Optional.empty());
  }

  /** The schedule of the requests; empty in a closed model. */
  public Optional<OpenModel> open() {
    return schedule.rate.map(
        rate ->
            new OpenModel(rate, (int) duration.get().toSeconds(), users, schedule.newConnections));
  }

  /** How long users of a closed model send requests; empty if each sends some number of them. */
  public OptionalInt seconds() {
    return requests.isPresent() || schedule.rate.isPresent()
        ? OptionalInt.empty()
        : OptionalInt.of((int) duration.get().toSeconds());
  }

  /** Which wait a request has, as {@link Delay} names it. */
  public String waits() {
    return delay.waits();
  }

  /** The wait of a request in ms: itself, the longest, or the period. */
  public int delayMs() {
    return (int) delay.delay().toMillis();
  }

  /** Threads of the service that may block at once; empty if nothing bounds them. */
  public OptionalInt workers() {
    return bounds.workers;
  }

  /** The same for other users of a closed model; {@code requests} only if it has no duration. */
  public LoadSpec of(int otherUsers, int otherRequests, int otherDelayMs) {
    return new LoadSpec(
        otherUsers,
        duration.isPresent() ? OptionalInt.empty() : OptionalInt.of(otherRequests),
        duration,
        Schedule.NONE,
        new Delay(waits(), Duration.ofMillis(otherDelayMs)),
        bounds,
        warmUp,
        protocol);
  }

  /** The same with the requests of a schedule. */
  public LoadSpec with(OpenModel open) {
    return new LoadSpec(
        open.connections(),
        OptionalInt.empty(),
        Optional.of(Duration.ofSeconds(open.seconds())),
        new Schedule(
            Optional.of(open.rate()), OptionalInt.of(open.connections()), open.newConnections()),
        delay,
        bounds,
        warmUp,
        protocol);
  }

  /** The same with the bounds of a service; one of this project waits by a clock. */
  public LoadSpec with(Bounds others, boolean isOurs) {
    Delay own = isOurs && waits().equals(Delay.STATED) ? Delay.fixed(delayMs()) : delay;
    return new LoadSpec(users, requests, duration, schedule, own, others, warmUp, protocol);
  }

  /** The same for as long as so many requests of a user take, if it has a duration. */
  public LoadSpec lasting(int times) {
    int needed = Math.clamp(Math.ceilDiv(delayMs() * times, 1_000), 1, 3_600);
    return with(users, duration.map(time -> Duration.ofSeconds(needed)));
  }

  /** The same without a duration; each user sends one request unless some number is stated. */
  public LoadSpec counted() {
    return duration.isEmpty()
        ? this
        : new LoadSpec(
            users, OptionalInt.of(1), Optional.empty(), schedule, delay, bounds, warmUp, protocol);
  }

  private LoadSpec with(int otherUsers, Optional<Duration> time) {
    return new LoadSpec(otherUsers, requests, time, schedule, delay, bounds, warmUp, protocol);
  }

  /** The share of one of {@code of} load generators; {@code number} is from 1. */
  public LoadSpec partOf(int number, int of) {
    int own = users / of + (number <= users % of ? 1 : 0);
    return open().map(all -> with(all.partOf(number, of))).orElseGet(() -> with(own, duration));
  }

  /** What the settings allow, with the mean of the waits as the wait of a request. */
  public ThroughputLimits limits() {
    return new ThroughputLimits(users, workers(), bounds.downstreamConnections, delay.mean());
  }

  /** The time between two responses to a user; 0 in an open model. */
  public Duration wave() {
    return schedule.rate.isPresent() ? Duration.ZERO : delay.mean();
  }

  /** The presumed wait of a request in ms, from which the size of a pool is computed. */
  public int expectedDelayMs() {
    return expectedMs(delay);
  }

  private static int expectedMs(Delay delay) {
    return delay.isUnknown() ? PRESUMED_DELAY_MS : (int) delay.delay().toMillis();
  }

  /** Whether it is unknown how much of a request's time is waiting. */
  @JsonIgnore
  public boolean isWaitUnknown() {
    return delay.isUnknown();
  }

  /** How many requests all users send; empty if they send for some time. */
  public OptionalLong totalRequests() {
    if (schedule.rate.isEmpty() && duration.isPresent()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        open().map(OpenModel::requests).orElseGet(() -> (long) users * requests.getAsInt()));
  }

  /** Whether a request waits for a back end, and not for a clock. */
  public boolean asksBackEnd() {
    return Delay.BACK_ENDS.contains(waits());
  }
}
