package io.github.restcomparison.runner.settings;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import java.util.Optional;
import java.util.OptionalInt;

/** What a run is told of an open model, by setting. */
final class OpenSettings {
  private static final String POOL = "default";

  private OpenSettings() {}

  /**
   * Reads {@code -Drate}, {@code -DdurationSeconds}, {@code -Dconnections} and {@code
   * -DnewConnections}; empty where there is no rate, which is a closed model.
   *
   * @throws SettingException where one of them cannot be used, or has nothing to say here
   */
  static Optional<OpenModel> of(Settings settings, Delay delay) {
    String rate = settings.text("RATE", "");
    int seconds = settings.integer("DURATION_SECONDS", 30, 1, 3_600);
    String pool = settings.text("CONNECTIONS", POOL);
    boolean anew = settings.oneOf("NEW_CONNECTIONS", "false", "true", "false").equals("true");
    if (rate.isEmpty()) {
      return Optional.empty();
    }
    if (!settings.text("USERS", "").isEmpty() || !settings.text("INJECTOR", "").isEmpty()) {
      throw new SettingException(
          "RATE (-Drate) is '%s': it may be given without USERS and INJECTOR, which belong to the closed model"
              .formatted(rate));
    }
    OptionalInt connections =
        pool.equals(POOL)
            ? OptionalInt.empty()
            : OptionalInt.of(settings.integer("CONNECTIONS", 1, 1, OpenModel.MOST_CONNECTIONS));
    try {
      return Optional.of(OpenModel.of(rate, seconds, connections, anew, delay.longest()));
    } catch (IllegalArgumentException e) {
      throw new SettingException(
          "RATE (-Drate) is '%s': it may be %s".formatted(rate, OpenModel.RATES));
    }
  }
}
