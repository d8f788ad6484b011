package io.github.restcomparison.runner.settings;

import io.github.restcomparison.servicekit.Settings;
import java.util.OptionalInt;

/**
 * A run's place in the experiment.
 *
 * @param round counted from 1
 * @param position within the round, from 1; absent where the next free one is meant
 * @param attempt 1, or more where it is repeated because the host was disturbed in the one before
 */
public record RunId(int round, OptionalInt position, int attempt) {

  /** How often a run can be measured in its round. */
  public static final int MOST_ATTEMPTS = 21;

  /**
   * Reads {@code -Dround}, {@code -Dposition} and {@code -Dattempt}.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where one of them cannot be used
   */
  public static RunId of(Settings settings) {
    int position = settings.integer("POSITION", 0, 0, 1_000_000);
    return new RunId(
        settings.integer("ROUND", 1, 1, 1_000_000),
        position == 0 ? OptionalInt.empty() : OptionalInt.of(position),
        settings.integer("ATTEMPT", 1, 1, MOST_ATTEMPTS));
  }

  /** The name of the folder of a variant's run in this turn. */
  public String folder(int position, String variant) {
    String safe = variant.replaceAll("[^A-Za-z0-9._-]", "_");
    String repeated =
        switch (attempt) {
          case 1 -> "";
          case 2 -> "-repeated";
          default -> "-repeated-" + (attempt - 1);
        };
    return "%02d-%02d-%s%s".formatted(round, position, safe, repeated);
  }
}
