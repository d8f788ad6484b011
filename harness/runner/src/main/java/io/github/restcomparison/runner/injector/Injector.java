package io.github.restcomparison.runner.injector;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several load generators ("injectors") that load one service together, each with its share
 * of the users or of the rate.
 *
 * @param number of this injector, from 1
 * @param of how many injectors there are, 1 to 999
 * @param measureAt when all of them end the warm-up and begin the measured load
 * @param clock of whoever leads them, compared with this host's; absent where this injector is to
 *     compare the service's
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Injector(int number, int of, Instant measureAt, Optional<ServiceClock> clock) {
  /** The time for starting and checking the service, and a short warm-up. */
  private static final Duration LEAST_NOTICE = Duration.ofSeconds(10);

  /** One that compares its clock with the service's. */
  public Injector(int number, int of, Instant measureAt) {
    this(number, of, measureAt, Optional.empty());
  }

  private static final Pattern SHARE = Pattern.compile("([1-9]\\d{0,2})/([1-9]\\d{0,2})");

  /**
   * Reads {@code -Dinjector}, such as {@code 2/4}, and {@code -DmeasureAt}, an instant in ISO 8601.
   *
   * @return empty if neither is given: there is only one load generator
   * @throws SettingException if one is missing or invalid
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

  /**
   * The injector's entry in the run record.
   *
   * @param compared the difference of the clocks; empty if it could not be measured
   */
  public InjectorShare share(Optional<ServiceClock> compared) {
    return new InjectorShare(
        number,
        of,
        measureAt.toString(),
        compared.stream().mapToDouble(ServiceClock::offsetMs).findFirst(),
        compared.stream().mapToDouble(ServiceClock::uncertaintyMs).findFirst());
  }

  /**
   * How much later than the others' its first request is due, so that those of all injectors are as
   * far from one another as those of one would be.
   *
   * @param own its part of the schedule
   */
  public Duration turn(OpenModel own) {
    return Duration.ofNanos(own.dueNanos(1) * (number - 1) / of);
  }

  /**
   * A message for the user if no time is left for a warm-up; empty if there is. One that is led had
   * time when it was told, and may have begun slowly, as all beside it: whether they load together
   * is judged by when they did (InjectorsGate).
   */
  public Optional<String> tooLate(Instant now) {
    return clock.isEmpty() && now.isAfter(measureAt.minus(LEAST_NOTICE))
        ? Optional.of(
            "MEASURE_AT (-DmeasureAt) is %s: it may be %d s from now or later"
                .formatted(measureAt, LEAST_NOTICE.toSeconds()))
        : Optional.empty();
  }
}
