package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When users of a closed model send their requests.
 *
 * @param think the pause between a response and the user's next request; absent for none
 * @param rampUp over which the users start evenly; absent if all start at once
 */
public record Pace(
    Optional<Think> think,
    @Limits(min = "0s", max = "60m", wholeSeconds = true) Optional<Duration> rampUp) {
  /** All users start at once, and none pauses. */
  public static final Pace NONE = new Pace(Optional.empty(), Optional.empty());

  /** Both may be 0, to replace those of a file. */
  public Pace {
    think = think.filter(each -> each.mean.isPositive());
    rampUp = rampUp.filter(Duration::isPositive);
  }

  /**
   * A pause; as text {@code 1s} for one that is always the same, or {@code exp:1s} for one that is
   * exponentially distributed.
   *
   * @param mean 0 ms to 10 min
   */
  public record Think(boolean isExponential, Duration mean) {
    private static final String EXPONENTIAL = "exp:";
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final String VALID = "between 0ms and 10m, or exp:MEAN, such as exp:1s";

    /**
     * Reads the text.
     *
     * @throws SettingException if it is invalid
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Think of(String text) {
      boolean isExponential = text.startsWith(EXPONENTIAL);
      Optional<Duration> mean =
          DurationText.parse(isExponential ? text.substring(EXPONENTIAL.length()) : text)
              .filter(each -> each.compareTo(LONGEST) <= 0);
      SettingException.check(mean.isPresent(), "think", text, VALID);
      return new Think(isExponential, mean.get());
    }

    /** Returns the length of one pause, in whole ms. */
    public Duration next() {
      double share = isExponential ? -Math.log(1 - ThreadLocalRandom.current().nextDouble()) : 1;
      return Duration.ofMillis(Math.round(share * mean.toMillis()));
    }

    @JsonValue
    @Override
    public String toString() {
      return (isExponential ? EXPONENTIAL : "") + DurationText.of(mean);
    }
  }

  /** Returns the length of one pause; 0 for none. */
  public Duration nextThink() {
    return think.map(Think::next).orElse(Duration.ZERO);
  }

  /** The mean pause; 0 for none. */
  public Duration meanThink() {
    return think.map(Think::mean).orElse(Duration.ZERO);
  }

  /** The time over which users start; 0 if all start at once. */
  public Duration rampUpTime() {
    return rampUp.orElse(Duration.ZERO);
  }

  /** Whether the number of requests in a time depends on chance. */
  @JsonIgnore
  public boolean isRandom() {
    return think.filter(Think::isExponential).isPresent();
  }

  /** Both as settings, such as {@code , think 1s, ramp-up 10s}; empty for none. */
  @Override
  public String toString() {
    return think.map(each -> ", think " + each).orElse("")
        + rampUp.map(each -> ", ramp-up " + DurationText.of(each)).orElse("");
  }
}
