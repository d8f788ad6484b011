package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The load of a run, as users state it in options, in {@code compare.yaml} and in {@code -D}
 * properties, and as plans, run requests and records have it.
 *
 * @param users of a closed model; in an open model its connections
 * @param requests of each user, one after the other; absent in an open model, and with {@code
 *     duration}
 * @param duration how long requests are sent; absent if each user sends {@code requests}
 * @param schedule of the requests of an open model
 * @param pace of the users of a closed model
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
    @JsonUnwrapped Pace pace,
    @JsonUnwrapped Delay delay,
    @JsonUnwrapped Bounds bounds,
    @Limits(min = "0s", max = "60m", wholeSeconds = true) Duration warmUp,
    @Limits(words = {"http1-tls", "http2"}) Optional<Protocol> protocol) {

  /** What the load of a run, with its warm-up, may be expected to take. */
  public static final Duration LONGEST = Duration.ofHours(3);

  /** A run is ended after this time: some loads take longer than expected. */
  public static final Duration RUN_LIMIT = LONGEST.plusHours(1);

  private static final int PRESUMED_DELAY_MS = 500;

  /** The protocol of a load over TLS; without TLS it is HTTP/1.1. */
  public enum Protocol {
    /** HTTP/1.1, a connection for each user. */
    HTTP1_TLS,

    /** HTTP/2, a connection for each user. */
    HTTP2;

    /** Its name in options and records, which Jackson uses too: {@code http1-tls}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether requests go over HTTP/2. */
    public boolean isHttp2() {
      return this != HTTP1_TLS;
    }
  }

  /**
   * When the requests of an open model are due, and over which connections.
   *
   * @param rate absent in a closed model
   * @param connections of the pool as it is stated; absent if they follow from the rate
   * @param newConnections whether each request opens a connection and closes it; the pool is then
   *     the most that are open at once
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
   * How long a request waits, as the services were told or as the user states it.
   *
   * @param waits what a request waits for
   * @param delay the wait; of {@code uniform} waits the longest, of a shared tick the period
   */
  public record Delay(
      @JsonProperty("wait") @Limits(words = {"fixed", "uniform", "shared-tick", "http", "sql"})
          Wait waits,
      @Limits(min = "0ms", max = "10m") Duration delay) {
    /** A wait that is the same for every request. */
    public static Delay fixed(int delayMs) {
      return new Delay(Wait.FIXED, Duration.ofMillis(delayMs));
    }

    /** Whether it is unknown how much of a request's time is waiting. */
    private boolean isUnknown() {
      return waits == Wait.STATED && delay.isZero();
    }

    /** No request can be answered sooner than this. */
    public Duration shortest() {
      boolean isSame = waits == Wait.FIXED || waits.isForBackEnd();
      return isSame ? delay : Duration.ZERO;
    }

    /** Returns how soon a client may see a response: client and service each round to a ms. */
    public Duration earliestSeen() {
      return shortest().isZero() ? Duration.ZERO : shortest().minusMillis(1);
    }

    /**
     * Returns the mean wait of a user who sends the next request at once; throughput limits are
     * computed from it. Such a user waits a whole period for a shared tick.
     */
    public Duration mean() {
      return waits == Wait.UNIFORM ? delay.dividedBy(2) : delay;
    }
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
      long delayMs = delay.isUnknown() ? PRESUMED_DELAY_MS : delay.delay.toMillis();
      Rate rate = schedule.rate.get();
      users = schedule.connections.orElseGet(() -> rate.connections(delayMs));
      boolean isPossible =
          !schedule.newConnections || !protocol.map(Protocol::isHttp2).orElse(false);
      SettingException.check(
          isPossible, "connections", "new", "a number: HTTP/2 has no Connection: close");
    }
    boolean hasEnd = duration.isPresent() || schedule.rate.isEmpty() && requests.orElse(0) > 0;
    if (users < 1 || !hasEnd || delay.delay.isNegative() || warmUp.isNegative()) {
      throw new SettingException(
          "invalid load: %d users, %d requests each, delay %d ms, warm-up %d ms"
              .formatted(users, requests.orElse(0), delay.delay.toMillis(), warmUp.toMillis()));
    }
    if (schedule.rate.isEmpty()) {
      requireWindow(requests, duration, pace, delay);
    }
  }

  /** Checks that there can be a time in which all users are at work: nothing else is measured. */
  private static void requireWindow(
      OptionalInt requests, Optional<Duration> duration, Pace pace, Delay delay) {
    Duration cycle = delay.mean().plus(pace.meanThink());
    if (duration.isPresent() && pace.think().isPresent()) {
      SettingException.check(
          cycle.multipliedBy(2).compareTo(duration.get()) < 0,
          "think",
          pace.think().get(),
          "shorter: each user must send 3 requests in " + DurationText.of(duration.get()));
    }
    if (requests.isPresent() && pace.rampUp().isPresent() && !delay.isUnknown()) {
      Duration ofOneUser = cycle.multipliedBy(requests.getAsInt());
      SettingException.check(
          pace.rampUpTime().plus(cycle).compareTo(ofOneUser) < 0,
          "rampUp",
          DurationText.of(pace.rampUpTime()),
          "shorter: the requests of a user may take only %s; or state --duration"
              .formatted(DurationText.of(ofOneUser)));
    }
  }

  /** A load of users who each send some requests over HTTP/1.1, one after the other. */
  public static LoadSpec closed(
      int users, int requests, int delayMs, Wait wait, OptionalInt workers, int warmUpMs) {
    return new LoadSpec(
        users,
        OptionalInt.of(requests),
        Optional.empty(),
        Schedule.NONE,
        Pace.NONE,
        new Delay(wait, Duration.ofMillis(delayMs)),
        new Bounds(workers, OptionalInt.empty()),
        Duration.ofMillis(warmUpMs),
        Optional.empty());
  }

  /** The schedule of the requests; empty in a closed model. */
  public Optional<OpenModel> open() {
    return schedule.rate.map(rate -> new OpenModel(rate, (int) duration.get().toSeconds()));
  }

  /** How long users of a closed model send requests; empty if each sends some number of them. */
  public OptionalInt seconds() {
    return requests.isPresent() || schedule.rate.isPresent()
        ? OptionalInt.empty()
        : OptionalInt.of((int) duration.get().toSeconds());
  }

  /** Returns what a request waits for. */
  public Wait waits() {
    return delay.waits;
  }

  /** The wait of a request in ms: itself, the longest, or the period. */
  public int delayMs() {
    return (int) delay.delay.toMillis();
  }

  /** Threads of the service that may block at once; empty if nothing bounds them. */
  public OptionalInt workers() {
    return bounds.workers;
  }

  private LoadSpec with(
      int otherUsers, OptionalInt count, Optional<Duration> time, Schedule other, Delay wait) {
    return new LoadSpec(otherUsers, count, time, other, pace, wait, bounds, warmUp, protocol);
  }

  /** The same for other users of a closed model; {@code requests} only if it has no duration. */
  public LoadSpec of(int otherUsers, int otherRequests, int otherDelayMs) {
    OptionalInt count = duration.isPresent() ? OptionalInt.empty() : OptionalInt.of(otherRequests);
    Delay wait = new Delay(waits(), Duration.ofMillis(otherDelayMs));
    return with(otherUsers, count, duration, Schedule.NONE, wait);
  }

  /**
   * The same with the requests of an open model.
   *
   * @param connections of the pool; if empty, as many as the rate needs
   * @throws SettingException if the rate needs too many connections
   */
  public LoadSpec with(OpenModel open, OptionalInt connections, boolean newConnections) {
    Schedule arrivals = new Schedule(Optional.of(open.rate()), connections, newConnections);
    Duration time = Duration.ofSeconds(open.seconds());
    return with(users, OptionalInt.empty(), Optional.of(time), arrivals, delay);
  }

  /** The same with the bounds of a service; one of this project waits by a clock. */
  public LoadSpec with(Bounds others, boolean isOurs) {
    Delay own = isOurs && waits() == Wait.STATED ? Delay.fixed(delayMs()) : delay;
    return new LoadSpec(users, requests, duration, schedule, pace, own, others, warmUp, protocol);
  }

  /** The same for as long as so many requests of a user take, if it has a duration. */
  public LoadSpec lasting(int times) {
    int needed = Math.clamp(Math.ceilDiv(delayMs() * times, 1_000), 1, 3_600);
    Optional<Duration> time = duration.map(_ -> Duration.ofSeconds(needed));
    return with(users, requests, time, schedule, delay);
  }

  /** The same without a duration; each user sends one request unless some number is stated. */
  public LoadSpec counted() {
    OptionalInt count = duration.isPresent() ? OptionalInt.of(1) : requests;
    return with(users, count, Optional.empty(), schedule, delay);
  }

  /** The share of one of {@code of} load generators; {@code number} is from 1. */
  public LoadSpec partOf(int number, int of) {
    int own = users / of + (number <= users % of ? 1 : 0);
    return open()
        .map(all -> with(all.partOf(of), OptionalInt.of(Math.max(1, own)), schedule.newConnections))
        .orElseGet(() -> with(own, requests, duration, schedule, delay));
  }

  /** What the settings allow, with the mean of the waits as the wait of a request. */
  public ThroughputLimits limits() {
    return new ThroughputLimits(
        users, workers(), bounds.downstreamConnections, delay.mean(), pace.meanThink());
  }

  /** Returns how long users send measured requests at least, without the ramp-up. */
  private Duration loadTime() {
    return duration.orElseGet(() -> limits().cycle().multipliedBy(requests.orElse(0)));
  }

  /** Returns how long the longest warm-up, the ramp-up and the load take at least. */
  public Duration expected() {
    return warmUp.plus(pace.rampUpTime()).plus(loadTime());
  }

  /**
   * Refuses a load that is expected to take longer than {@link #LONGEST}.
   *
   * @param typed returns what the user typed for a setting of the load; empty for a default
   * @throws SettingException if it is; the message names what takes longest, of what was typed
   */
  public void requireEnd(UnaryOperator<String> typed) {
    if (expected().compareTo(LONGEST) <= 0) {
      return;
    }
    Map<Duration, List<String>> causes = new TreeMap<>(Comparator.reverseOrder());
    causes.put(warmUp, List.of("warmUp"));
    causes.put(pace.rampUpTime(), List.of("rampUp"));
    causes.put(loadTime(), List.of("duration", "requests", "delay", "think", "users", "workers"));
    String cause =
        causes.values().stream()
            .flatMap(List::stream)
            .map(typed)
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse("invalid load");
    throw new SettingException(
        "%s: the load would take about %s; a run may take %s"
            .formatted(cause, hours(expected()), hours(LONGEST)));
  }

  private static String hours(Duration time) {
    long minutes = Math.ceilDiv(time.toSeconds(), 60);
    return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
  }

  /** Returns how many connections it opens per second at most; 0 if users keep theirs. */
  public double newConnectionsPerSecond() {
    return schedule
        .rate
        .filter(any -> schedule.newConnections)
        .map(rate -> Math.max(rate.from(), rate.to()))
        .orElse(0.0);
  }

  /** The time between two responses to a user; 0 in an open model. */
  public Duration wave() {
    return schedule.rate.isPresent() ? Duration.ZERO : delay.mean().plus(pace.meanThink());
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
    return waits().isForBackEnd();
  }
}
