package io.github.restcomparison.runner.settings;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.LoadSettings;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import java.util.List;

/** The load of {@code mvn gatling:test}, read from {@code -D} options as from any other source. */
final class LoadOptions {
  /**
   * An option: its variable, the setting of the load, and the unit that its value has.
   *
   * @param unit that is appended to a number
   */
  private record Option(String variable, String setting, String unit) {}

  private static final List<Option> OPTIONS =
      List.of(
          new Option("USERS", "users", ""),
          new Option("REQUESTS", "requests", ""),
          new Option("DELAY_MS", "delay", "ms"),
          new Option("WAIT", "wait", ""),
          new Option("WORKERS", "workers", ""),
          new Option("WARM_UP_SECONDS", "warmUp", "s"),
          new Option("PROTOCOL", "protocol", ""),
          new Option("RATE", "rate", ""),
          new Option("DURATION_SECONDS", "duration", "s"),
          new Option("CONNECTIONS", "connections", ""));

  /** What a container passes for options that nobody set. */
  private static final String UNSET = "default";

  private static final List<String> OF_OPEN_MODEL = List.of("duration", "connections");

  private LoadOptions() {}

  /**
   * Reads {@code -Dusers}, {@code -Drequests}, {@code -DdelayMs} and the others.
   *
   * @throws SettingException if one of them is invalid
   */
  static LoadSpec of(Settings settings) {
    boolean isOpen = !settings.text("RATE", "").isEmpty();
    SettingTree given = new SettingTree();
    SettingTree ofOpenModel = new SettingTree();
    for (Option option : OPTIONS) {
      String value = settings.text(option.variable, "");
      if (!value.isEmpty() && !value.equals(UNSET)) {
        boolean isForOpen = OF_OPEN_MODEL.contains(option.setting);
        (isForOpen && !isOpen ? ofOpenModel : given)
            .set(settings.typed(option.variable), value + option.unit, "load", option.setting);
      }
    }
    if (settings.flag("NEW_CONNECTIONS") && isOpen) {
      given.set(settings.typed("NEW_CONNECTIONS"), "true", "load", "newConnections");
    }
    if (ofOpenModel.has("/load")) {
      ofOpenModel.bind(OfLoad.class); // of no effect without a rate, but valid
    }
    SettingTree all = given.over(LoadSettings.ours());
    return all.bind(OfLoad.class).of(all);
  }

  /** The part of the settings that these options set. */
  record OfLoad(LoadSettings load) {
    private LoadSpec of(SettingTree all) {
      try {
        return load.load(false);
      } catch (SettingException e) {
        throw all.explained(e, "/load");
      }
    }
  }
}
