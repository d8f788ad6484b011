package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.Range;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 100ms}, {@code 3s}, {@code 2m}. */
public final class DurationConverter implements ITypeConverter<Duration> {
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
    return DurationText.parse(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' is no duration: it may be %s".formatted(text, DurationText.EXAMPLES)));
  }
}
