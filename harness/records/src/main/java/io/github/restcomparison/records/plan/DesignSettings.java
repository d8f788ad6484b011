package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How often variants are measured, as a user states it; null if not given. */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
public final class DesignSettings {
  private static final Pattern ROUNDS = Pattern.compile("(?:(\\d{1,4})\\.\\.)?(\\d{1,4})");
  private static final int MOST_ROUNDS = 1_000;
  private static final String NONE = "none";

  private String rounds;

  @Limits(min = "1s", max = "24h", wholeSeconds = true)
  private Duration time;

  private String control;
  private Long seed;

  /** Whether no variant is to be measured twice. */
  public boolean isWithoutControl() {
    return NONE.equals(control);
  }

  /** The variant that is measured twice; empty if none is named. */
  public Optional<String> control() {
    return Optional.ofNullable(control).filter(name -> !isWithoutControl());
  }

  /**
   * Returns the design.
   *
   * @param usualControl the variant that is measured twice
   * @throws SettingException if the rounds are invalid
   */
  public Design design(List<String> variants, Optional<String> usualControl) {
    Matcher both = ROUNDS.matcher(rounds);
    int most = both.matches() ? Integer.parseInt(both.group(2)) : 0;
    int least = both.matches() && both.group(1) != null ? Integer.parseInt(both.group(1)) : most;
    if (least < 1 || most < least || most > MOST_ROUNDS) {
      throw SettingException.mustBe(
          "rounds", rounds, "a number between 1 and 1000, or a range such as 3..10");
    }
    return new Design(
        variants,
        usualControl,
        least,
        most,
        seed == null ? ThreadLocalRandom.current().nextLong(1_000_000) : seed,
        time == null ? OptionalLong.empty() : OptionalLong.of(time.toMillis()));
  }
}
