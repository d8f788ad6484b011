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
 * @param requests of each user, one after the other; empty with {@code duration}
 * @param duration how long requests are sent; empty if each user sends {@code requests}
 * @param think the pause between a response and the user's next request; empty for none
 * @param rampUp over which the users start evenly; empty if all start immediately
 */
public record ClosedLoad(
    @Limits(min = "1", max = "20000") int users,
    @Limits(min = "1", max = "1000000") OptionalInt requests,
    @Limits(min = "1s", max = "60m", wholeSeconds = true) Optional<Duration> duration,
    Optional<Think> think,
    @Limits(min = "0s", max = "60m", wholeSeconds = true) Optional<Duration> rampUp,
    @JsonUnwrapped Terms terms)
    implements Load {

  /**
   * Checks the values. A pause or a ramp-up of 0 counts as none, so that an option can replace that
   * of a file.
   *
   * @throws SettingException if no run can have the load, or it has two ends
   */
  public ClosedLoad {
    think = think.filter(each -> each.mean().isPositive());
    rampUp = rampUp.filter(Duration::isPositive);
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
    SettingException.refuseIf(
        duration.isPresent() && requests.isPresent(),
        "duration %s: not together with requests %d",
        duration.map(DurationText::of).orElse(""),
        requests.orElse(0));
    Duration cycle = terms.delay().mean().plus(mean(think));
    if (duration.isPresent() && think.isPresent()) {
      requireRepetition(think.get(), cycle, duration.get());
    }
    if (requests.isPresent() && rampUp.isPresent() && !terms.delay().isUnknown()) {
      requireAllAtWork(rampUp.get(), cycle, cycle.multipliedBy(requests.getAsInt()));
    }
  }

  private static Duration mean(Optional<Think> think) {
    return think.map(Think::mean).orElse(Duration.ZERO);
  }

  private static void requireRepetition(Think think, Duration cycle, Duration duration) {
    SettingException.check(
        cycle.multipliedBy(2).compareTo(duration) < 0,
        "think",
        think,
        "shorter: each user must send 3 requests in " + DurationText.of(duration));
  }

  /** Checks that all users are active at some time: nothing else is measured. */
  private static void requireAllAtWork(Duration rampUp, Duration cycle, Duration ofOneUser) {
    SettingException.check(
        rampUp.plus(cycle).compareTo(ofOneUser) < 0,
        "rampUp",
        DurationText.of(rampUp),
        "shorter: the requests of a user may take only %s; or state --duration"
            .formatted(DurationText.of(ofOneUser)));
  }

  /** Returns a load of users who each send some requests over HTTP/1.1, one after the other. */
  public static ClosedLoad of(
      int users, int requests, int delayMs, Wait wait, OptionalInt workers, int warmUpMs) {
    Terms terms =
        new Terms(
            new Delay(wait, Duration.ofMillis(delayMs)),
            new Bounds(workers, OptionalInt.empty()),
            Duration.ofMillis(warmUpMs),
            Optional.empty());
    return of(users, OptionalInt.of(requests), Optional.empty(), terms);
  }

  /** Returns a load of users who all start immediately and do not pause. */
  static ClosedLoad of(int users, OptionalInt requests, Optional<Duration> duration, Terms terms) {
    Optional<Think> noPause = Optional.empty();
    Optional<Duration> noRampUp = Optional.empty();
    return new ClosedLoad(users, requests, duration, noPause, noRampUp, terms);
  }

  @Override
  public int concurrency() {
    return users;
  }

  @Override
  public Duration meanThink() {
    return mean(think);
  }

  @Override
  public boolean isRandom() {
    return think.filter(Think::isExponential).isPresent();
  }

  @Override
  public Duration rampUpTime() {
    return rampUp.orElse(Duration.ZERO);
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
  public Duration wave() {
    return delay().mean().plus(meanThink());
  }

  @Override
  public ClosedLoad with(Terms other) {
    return new ClosedLoad(users, requests, duration, think, rampUp, other);
  }

  @Override
  public ClosedLoad of(int otherUsers, int otherRequests, int delayMs) {
    OptionalInt count = duration.isPresent() ? OptionalInt.empty() : OptionalInt.of(otherRequests);
    Terms others = terms.with(delay().of(delayMs));
    return new ClosedLoad(otherUsers, count, duration, think, rampUp, others);
  }

  @Override
  public ClosedLoad lasting(int times) {
    Optional<Duration> time = duration.map(_ -> delay().lasting(times));
    return new ClosedLoad(users, requests, time, think, rampUp, terms);
  }

  /**
   * Returns the same load without a duration; each user sends one request unless a number is
   * stated.
   */
  public ClosedLoad withoutDuration() {
    OptionalInt count = duration.isPresent() ? OptionalInt.of(1) : requests;
    return new ClosedLoad(users, count, Optional.empty(), think, rampUp, terms);
  }

  @Override
  public ClosedLoad share(int number, int of) {
    int own = InjectorShare.share(users, number, of);
    return new ClosedLoad(own, requests, duration, think, rampUp, terms);
  }
}
