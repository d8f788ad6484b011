package io.github.restcomparison.runner.settings;

import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.Range;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import java.util.Optional;
import java.util.OptionalInt;

/** The load of {@code mvn gatling:test}, whose {@code -D} options are settings by their names. */
final class LoadOptions {
  private static final String POOL = "default";

  private final Settings settings;

  private LoadOptions(Settings settings) {
    this.settings = settings;
  }

  /**
   * Reads {@code -Dusers}, {@code -Drequests}, {@code -DdelayMs}, {@code -Dwait}, {@code
   * -Dworkers}, {@code -DwarmUpSeconds}, {@code -Dprotocol}; and for an open model {@code -Drate},
   * {@code -DdurationSeconds}, {@code -Dconnections} and {@code -DnewConnections}.
   *
   * @throws SettingException where one of them cannot be used
   */
  static LoadSpec of(Settings settings) {
    LoadOptions options = new LoadOptions(settings);
    LoadSpec usual = LoadSpec.USUAL;
    Delay delay = Delay.of(settings);
    Optional<LoadProtocol> protocol =
        Optional.of(settings.text("PROTOCOL", ""))
            .filter(name -> !name.isEmpty())
            .map(LoadProtocol::of);
    LoadSpec load =
        LoadSpec.closed(
                options.number("USERS", usual.users(), LoadSpec.USERS),
                options.number("REQUESTS", usual.requestsPerUser(), LoadSpec.REQUESTS),
                (int) delay.longest().toMillis(),
                delay.kind(),
                options.workers(),
                1_000
                    * options.number(
                        "WARM_UP_SECONDS", usual.warmUpLimitMs() / 1_000, LoadSpec.WARM_UP_SECONDS))
            .over(protocol);
    return options.schedule(load.delayMs()).map(load::by).orElse(load);
  }

  /** Empty where there is no rate, which is a closed model. */
  private Optional<OpenModel> schedule(int delayMs) {
    String rate = settings.text("RATE", "");
    int seconds = number("DURATION_SECONDS", 30, OpenModel.SECONDS);
    OptionalInt pool =
        settings.text("CONNECTIONS", POOL).equals(POOL)
            ? OptionalInt.empty()
            : OptionalInt.of(number("CONNECTIONS", 1, OpenModel.CONNECTIONS));
    boolean anew = settings.flag("NEW_CONNECTIONS");
    if (rate.isEmpty()) {
      return Optional.empty();
    }
    if (!settings.text("USERS", "").isEmpty()) {
      throw new SettingException(
          "RATE (-Drate) is '%s': it may be given without USERS, which belongs to the closed model"
              .formatted(rate));
    }
    try {
      return Optional.of(OpenModel.of(rate, seconds, pool, anew, delayMs));
    } catch (SettingException e) {
      throw new SettingException(
          "RATE (-Drate) is '%s': it may be %s".formatted(rate, OpenModel.RATES));
    }
  }

  /** Empty for virtual threads. */
  private OptionalInt workers() {
    if (settings.text("WORKERS", "200").equals("virtual")) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(settings.integer("WORKERS", 200, 1, 20_000));
    } catch (SettingException e) {
      throw new SettingException(e.getMessage() + ", or virtual");
    }
  }

  private int number(String variable, int usual, Range range) {
    return settings.integer(variable, usual, range.min(), range.max());
  }
}
