package io.github.restcomparison.records;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 100ms}, {@code 3s}, {@code 2m}, {@code 1h}. */
public final class DurationText {
  /** What one may be, for whoever has written something else. */
  public static final String EXAMPLES = "such as 100ms, 3s, 2m or 1h";

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private DurationText() {}

  /** Reads one; empty where the text is none. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofHours(number);
        });
  }

  /** Writes one so that {@link #parse} reads it; what is below a ms is lost. */
  public static String of(Duration duration) {
    long ms = duration.toMillis();
    if (ms == 0 || ms % 1_000 != 0) {
      return ms + "ms";
    }
    return ms % 60_000 == 0 ? ms / 60_000 + "m" : ms / 1_000 + "s";
  }
}
