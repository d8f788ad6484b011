package io.github.restcomparison.records;

import java.time.Duration;
import java.util.Optional;

/** Durations as people write them: {@code 100ms}, {@code 3s}, {@code 2m}, {@code 1h}. */
public final class DurationText {
  /** Valid ones, in help and messages. */
  public static final String EXAMPLES = "such as 100ms, 3s, 2m or 1h";

  private DurationText() {}

  /** Reads one; empty if the text is none. */
  public static Optional<Duration> parse(String text) {
    if (!text.matches("[0-9]{1,9}(ms|s|m|h)")) {
      return Optional.empty();
    }
    return Optional.of(
        text.endsWith("ms")
            ? Duration.ofMillis(Long.parseLong(text.replace("ms", "")))
            : Duration.parse("PT" + text));
  }

  /** Writes one so that {@link #parse} reads it, in whole ms. */
  public static String of(Duration duration) {
    long ms = duration.toMillis();
    if (ms == 0 || ms % 1_000 != 0) {
      return ms + "ms";
    }
    return ms % 60_000 == 0 ? ms / 60_000 + "m" : ms / 1_000 + "s";
  }
}
