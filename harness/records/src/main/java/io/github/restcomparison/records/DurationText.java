package io.github.restcomparison.records;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Durations as people write them: {@code 100ms}, {@code 3s}, {@code 2m}, {@code 1h}. */
public final class DurationText {
  /** Examples of valid durations, for help and messages. */
  public static final String EXAMPLES = "such as 100ms, 3s, 2m or 1h";

  private DurationText() {}

  /** Returns the duration in a text; empty if it is invalid. */
  public static Optional<Duration> parse(String text) {
    if (!text.matches("[0-9]{1,9}(ms|s|m|h)")) {
      return Optional.empty();
    }
    return Optional.of(
        text.endsWith("ms")
            ? Duration.ofMillis(Long.parseLong(text.replace("ms", "")))
            : Duration.parse("PT" + text));
  }

  /**
   * Returns a hint for a text that may lack a unit, to follow the valid values: {@code , with a
   * unit: 3s or 3m}. Empty if no unit makes it valid.
   */
  public static String withUnit(String text, Predicate<String> isValid) {
    List<String> meant =
        Stream.of("ms", "s", "m", "h")
            .filter(_ -> text.matches(".*\\d"))
            .map(text::concat)
            .filter(isValid)
            .limit(2)
            .toList();
    return meant.isEmpty() ? "" : ", with a unit: " + String.join(" or ", meant);
  }

  /** Returns a duration as text that {@link #parse} reads, in whole ms. */
  public static String of(Duration duration) {
    long ms = duration.toMillis();
    if (ms == 0 || ms % 1_000 != 0) {
      return ms + "ms";
    }
    return ms % 60_000 == 0 ? ms / 60_000 + "m" : ms / 1_000 + "s";
  }
}
