package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pause between a response and the user's next request; as text {@code 1s} for one that is
 * always the same, or {@code exp:1s} for one that is exponentially distributed.
 *
 * @param mean 0 ms to 10 min
 */
public record Think(boolean isExponential, Duration mean) {
  private static final String EXPONENTIAL = "exp:";
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final String VALID = "between 0ms and 10m, or exp:MEAN, such as exp:1s";

  /**
   * Returns the pause in a text.
   *
   * @throws SettingException if it is invalid
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Think of(String text) {
    Optional<Duration> mean = mean(text);
    if (mean.isEmpty()) {
      String withUnit = DurationText.withUnit(text, each -> mean(each).isPresent());
      throw SettingException.mustBe("think", text, VALID + withUnit);
    }
    return new Think(text.startsWith(EXPONENTIAL), mean.get());
  }

  private static Optional<Duration> mean(String text) {
    return DurationText.parse(
            text.startsWith(EXPONENTIAL) ? text.substring(EXPONENTIAL.length()) : text)
        .filter(each -> each.compareTo(LONGEST) <= 0);
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
