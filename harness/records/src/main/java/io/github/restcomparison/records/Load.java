package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
 * properties, and as plans, run requests and records have it. One with a rate is open.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
public sealed interface Load permits ClosedLoad, OpenLoad {
  /** The maximum expected duration of a load with its warm-up. */
  Duration LONGEST = Duration.ofHours(3);

  /** A run is ended after this time: some loads take longer than expected. */
  Duration RUN_LIMIT = LONGEST.plusHours(1);

  /** The protocol of a load over TLS; without TLS it is HTTP/1.1. */
  enum Protocol {
    /** HTTP/1.1, a connection for each user. */
    HTTP1_TLS,

    /** HTTP/2, a connection for each user. */
    HTTP2;

    /** Returns its name in options and records, which Jackson uses too: {@code http1-tls}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether requests go over HTTP/2. */
    public boolean isHttp2() {
      return this != HTTP1_TLS;
    }
  }

  /**
   * The bounds of the requests that wait in a service concurrently.
   *
   * @param workers threads that may block; empty if nothing bounds them, or waiting blocks none
   * @param downstreamConnections to the back end; empty if requests wait for a clock
   */
  record Bounds(
      @Limits(min = "1", max = "20000", words = "virtual") OptionalInt workers,
      @Limits(isStated = false) OptionalInt downstreamConnections) {}

  /**
   * The terms of a load, in both models.
   *
   * @param delay the wait of one request
   * @param bounds of the service; in a plan, of all variants without own bounds
   * @param warmUp its longest duration; 0 for none
   * @param protocol over TLS; empty for HTTP/1.1 without it
   */
  record Terms(
      @JsonUnwrapped Delay delay,
      @JsonUnwrapped Bounds bounds,
      @Limits(min = "0s", max = "60m", wholeSeconds = true) Duration warmUp,
      @Limits(words = {"http1-tls", "http2"}) Optional<Protocol> protocol) {

    /**
     * Checks the durations.
     *
     * @throws SettingException if one is negative
     */
    public Terms {
      SettingException.refuseIf(
          delay.delay().isNegative() || warmUp.isNegative(),
          "invalid load: delay %d ms, warm-up %d ms",
          delay.delay().toMillis(),
          warmUp.toMillis());
    }

    Terms with(Delay other) {
      return new Terms(other, bounds, warmUp, protocol);
    }
  }

  /** Returns the terms of the load. */
  Terms terms();

  /**
   * Returns the maximum of concurrent requests: the users of a closed model, the connections of an
   * open one.
   */
  int concurrency();

  /** Returns the mean pause of a user before a request; 0 in an open model. */
  default Duration meanThink() {
    return Duration.ZERO;
  }

  /** Returns whether the number of requests in a time depends on chance. */
  @JsonIgnore
  default boolean isRandom() {
    return false;
  }

  /** Returns the time over which users start; 0 if all start immediately. */
  default Duration rampUpTime() {
    return Duration.ZERO;
  }

  /** Returns the minimum of the time in which measured requests are sent, without the ramp-up. */
  Duration loadTime();

  /** Returns the total number of requests; empty if users send for some time. */
  OptionalLong totalRequests();

  /** Returns the maximum of connections that are opened per second; 0 if users keep theirs. */
  default double newConnectionsPerSecond() {
    return 0;
  }

  /** Returns the time between two responses to a user; 0 in an open model. */
  default Duration wave() {
    return Duration.ZERO;
  }

  /** Returns the same load with other terms. */
  Load with(Terms other);

  /** Returns users under the same terms; {@code requests} only if this load has no duration. */
  ClosedLoad of(int users, int requests, int delayMs);

  /**
   * Returns the load that lasts as long as {@code times} requests of a user, if it has a duration.
   */
  Load lasting(int times);

  /** Returns the share of one of {@code of} load generators; {@code number} is from 1. */
  Load share(int number, int of);

  /** Returns the arrivals of the requests; empty in a closed model. */
  default Optional<OpenModel> open() {
    return this instanceof OpenLoad open ? Optional.of(open.model()) : Optional.empty();
  }

  /**
   * Returns an open load under the same terms.
   *
   * @param connections of the pool; if empty, as many as the rate needs
   * @throws SettingException if the rate needs too many connections
   */
  default OpenLoad with(OpenModel model, OptionalInt connections, boolean newConnections) {
    Duration time = Duration.ofSeconds(model.seconds());
    return new OpenLoad(model.rate(), time, connections, newConnections, terms());
  }

  /** Returns the load with the bounds of a service; one of this project waits by a clock. */
  default Load with(Bounds others, boolean isOurs) {
    boolean isFixed = isOurs && waitKind() == Wait.STATED;
    Delay own = isFixed ? new Delay(Wait.FIXED, delay().delay()) : delay();
    return with(new Terms(own, others, warmUp(), protocol()));
  }

  /** Returns the wait of one request. */
  default Delay delay() {
    return terms().delay;
  }

  /** Returns the kind of wait of a request. */
  default Wait waitKind() {
    return delay().waits();
  }

  /** Returns the wait of a request in ms: itself, the longest, or the period. */
  default int delayMs() {
    return (int) delay().delay().toMillis();
  }

  /** Returns the threads of the service that may block concurrently; empty if unbounded. */
  default OptionalInt workers() {
    return terms().bounds.workers;
  }

  /** Returns the longest duration of the warm-up; 0 for none. */
  default Duration warmUp() {
    return terms().warmUp;
  }

  /** Returns the protocol over TLS; empty for HTTP/1.1 without it. */
  default Optional<Protocol> protocol() {
    return terms().protocol;
  }

  /**
   * Returns the throughput limits by the settings, with the mean of the waits as the wait of a
   * request.
   */
  default ThroughputLimits limits() {
    OptionalInt downstream = terms().bounds.downstreamConnections;
    return new ThroughputLimits(concurrency(), workers(), downstream, delay().mean(), meanThink());
  }

  /** Returns the minimum total duration of the longest warm-up, the ramp-up and the load. */
  default Duration expected() {
    return warmUp().plus(rampUpTime()).plus(loadTime());
  }

  /**
   * Refuses a load that is expected to take longer than {@link #LONGEST}.
   *
   * @param typed returns the user's text for a setting of the load; empty for a default
   * @throws SettingException if it is; the message names the typed setting that takes longest
   */
  default void requireEnd(UnaryOperator<String> typed) {
    if (expected().compareTo(LONGEST) <= 0) {
      return;
    }
    Map<Duration, List<String>> causes = new TreeMap<>(Comparator.reverseOrder());
    causes.put(warmUp(), List.of("warmUp"));
    causes.put(rampUpTime(), List.of("rampUp"));
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
}
