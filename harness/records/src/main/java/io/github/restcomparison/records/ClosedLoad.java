package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.Load.Bounds;
import io.github.restcomparison.records.Load.Terms;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Users who send the next request when they have the response to the last one.
 *
 * @param requests of each user, one after the other; absent with {@code duration}
 * @param duration how long requests are sent; absent if each user sends {@code requests}
 */
public record ClosedLoad(
    @Limits(min = "1", max = "20000") int users,
    @Limits(min = "1", max = "1000000") OptionalInt requests,
    @Limits(min = "1s", max = "60m", wholeSeconds = true) Optional<Duration> duration,
    @JsonUnwrapped Pace pace,
    @JsonUnwrapped Terms terms)
    implements Load {

  /**
   * Checks it.
   *
   * @throws SettingException if no run can have the load
   */
  public ClosedLoad {
    boolean hasEnd = duration.isPresent() || requests.orElse(0) > 0;
    if (users < 1 || !hasEnd) {
      throw new SettingException(
          "invalid load: %d users, %d requests each, delay %d ms, warm-up %d ms"
              .formatted(
                  users,
                  requests.orElse(0),
                  terms.delay().delay().toMillis(),
                  terms.warmUp().toMillis()));
    }
    requireWindow(requests, duration, pace, terms.delay());
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
  public static ClosedLoad of(
      int users, int requests, int delayMs, Wait wait, OptionalInt workers, int warmUpMs) {
    Terms terms =
        new Terms(
            new Delay(wait, Duration.ofMillis(delayMs)),
            new Bounds(workers, OptionalInt.empty()),
            Duration.ofMillis(warmUpMs),
            Optional.empty());
    return new ClosedLoad(users, OptionalInt.of(requests), Optional.empty(), Pace.NONE, terms);
  }

  @Override
  public int concurrency() {
    return users;
  }

  @Override
  public Duration meanThink() {
    return pace.meanThink();
  }

  @Override
  public boolean isRandom() {
    return pace.isRandom();
  }

  @Override
  public Duration rampUpTime() {
    return pace.rampUpTime();
  }

  /** Returns how long users send requests; empty if each sends some number of them. */
  public OptionalInt seconds() {
    return requests.isPresent()
        ? OptionalInt.empty()
        : OptionalInt.of((int) duration.get().toSeconds());
  }

  @Override
  public Duration loadTime() {
    return duration.orElseGet(() -> limits().cycle().multipliedBy(requests.getAsInt()));
  }

  @Override
  public OptionalLong totalRequests() {
    return duration.isPresent()
        ? OptionalLong.empty()
        : OptionalLong.of((long) users * requests.getAsInt());
  }

  @Override
  public double newConnectionsPerSecond() {
    return 0;
  }

  @Override
  public Duration wave() {
    return delay().mean().plus(meanThink());
  }

  @Override
  public ClosedLoad with(Terms other) {
    return new ClosedLoad(users, requests, duration, pace, other);
  }

  @Override
  public ClosedLoad of(int otherUsers, int otherRequests, int delayMs) {
    OptionalInt count = duration.isPresent() ? OptionalInt.empty() : OptionalInt.of(otherRequests);
    return new ClosedLoad(otherUsers, count, duration, pace, terms.with(delay().of(delayMs)));
  }

  @Override
  public ClosedLoad lasting(int times) {
    return new ClosedLoad(users, requests, duration.map(_ -> delay().lasting(times)), pace, terms);
  }

  /** The same without a duration; each user sends one request unless some number is stated. */
  public ClosedLoad counted() {
    OptionalInt count = duration.isPresent() ? OptionalInt.of(1) : requests;
    return new ClosedLoad(users, count, Optional.empty(), pace, terms);
  }

  @Override
  public ClosedLoad partOf(int number, int of) {
    return new ClosedLoad(InjectorShare.part(users, number, of), requests, duration, pace, terms);
  }
}
