package io.github.restcomparison.runner.injector;

import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several load generators that load one service together, each with its share of the users.
 *
 * @param number from 1
 * @param of how many there are, 1 to 1000
 * @param measureAt when all of them end the silent load and begin the measured one
 */
public record Injector(int number, int of, Instant measureAt) {
  /** What starting and checking takes, and a warm-up that is worth its name. */
  private static final Duration LEAST_NOTICE = Duration.ofSeconds(10);

  private static final Pattern SHARE = Pattern.compile("([1-9]\\d{0,2})/([1-9]\\d{0,2})");

  /**
   * Reads {@code -Dinjector}, such as {@code 2/4}, and {@code -DmeasureAt}, an instant in ISO 8601;
   * empty where neither is given, and the load has one generator.
   *
   * @throws SettingException where one is missing, or cannot be used
   */
  public static Optional<Injector> of(Settings settings) {
    String share = settings.text("INJECTOR", "");
    String at = settings.text("MEASURE_AT", "");
    if (share.isEmpty() && at.isEmpty()) {
      return Optional.empty();
    }
    Matcher numbers = SHARE.matcher(share);
    if (!numbers.matches()
        || Integer.parseInt(numbers.group(1)) > Integer.parseInt(numbers.group(2))) {
      throw new SettingException(
          "INJECTOR (-Dinjector) is '%s': it may be such as 2/4, the second of four, where"
                  .formatted(share)
              + " MEASURE_AT (-DmeasureAt) says when");
    }
    return Optional.of(
        new Injector(
            Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)), instant(at)));
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new SettingException(
          "MEASURE_AT (-DmeasureAt) is '%s': it may be such as 2026-11-21T20:30:00Z, the same for"
                  .formatted(text)
              + " all injectors");
    }
  }

  /** What the record says of it. */
  public InjectorShare share(Optional<ServiceClock> clock) {
    return new InjectorShare(
        number,
        of,
        measureAt.toString(),
        clock.stream().mapToDouble(ServiceClock::offsetMs).findFirst(),
        clock.stream().mapToDouble(ServiceClock::uncertaintyMs).findFirst());
  }

  /** What to say to the person who started it, where there is no time left for a warm-up. */
  public Optional<String> tooLate(Instant now) {
    return now.isAfter(measureAt.minus(LEAST_NOTICE))
        ? Optional.of(
            "MEASURE_AT (-DmeasureAt) is %s: it may be %d s from now or later"
                .formatted(measureAt, LEAST_NOTICE.toSeconds()))
        : Optional.empty();
  }
}
