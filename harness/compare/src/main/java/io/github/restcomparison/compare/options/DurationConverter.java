package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.Range;
import io.github.restcomparison.servicekit.SettingException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 100ms}, {@code 3s}, {@code 2m}. */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");

  /**
   * A time in seconds.
   *
   * @throws SettingException where it is not whole seconds, or too few or many
   */
  public static int wholeSeconds(Duration time, Range seconds) {
    if (time.toMillis() % 1_000 != 0) {
      throw new SettingException(
          "%s is %s: it may be %s".formatted(seconds.setting(), time.toMillis() / 1e3, seconds));
    }
    return seconds.check(time.toSeconds());
  }

  @Override
  public Duration convert(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'%s' is no duration: it may be such as 100ms, 3s or 2m".formatted(text));
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }
}
