package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A service that a user wants to have measured. Its texts may hold {@code ${NAME}} of the
 * environment, which is looked up when the service is started and never recorded.
 *
 * @param from how it comes to be there
 * @param env variables of its environment, beside those of {@code compare}
 * @param lifecycle how it is waited for, and ended
 * @param workers threads that may block at once, 1 to 20000, for its ceiling; absent if not known
 * @param requestCount a counter of its requests; absent if it has none
 * @param cpuSeconds a counter of its CPU time in s, for one that is not on this host
 */
public record ServiceSpec(
    Origin from,
    Map<String, String> env,
    Lifecycle lifecycle,
    @Limits(min = "1", max = "20000") OptionalInt workers,
    Optional<MetricSource> requestCount,
    Optional<MetricSource> cpuSeconds) {

  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,39}";

  /**
   * Checks it.
   *
   * @throws SettingException if a setting is invalid, or does not go with another
   */
  public ServiceSpec {
    if (from instanceof Origin.Command && !hasPort(from, env)) {
      throw new SettingException(
          "command or env must contain %s, which becomes a free port".formatted(Origin.PORT));
    }
    boolean isStarted = from instanceof Origin.Command || from instanceof Origin.Image;
    if (!env.isEmpty() && !isStarted) {
      throw new SettingException(
          "env: only with command or image; a variant has NAME@SETTING=VALUE");
    }
    for (String name : env.keySet()) {
      check(name.matches("[A-Za-z_]\\w*"), "env name", name, "of letters, digits and _");
    }
    if (cpuSeconds.isPresent() && !(from instanceof Origin.Address)) {
      throw new SettingException("cpuSeconds: only with url: of others it is measured here");
    }
  }

  /** A service of which nothing else is said. */
  public static ServiceSpec of(Origin from) {
    return of(from, Map.of(), Lifecycle.USUAL);
  }

  /** A service without known workers and counters. */
  public static ServiceSpec of(Origin from, Map<String, String> env, Lifecycle lifecycle) {
    return new ServiceSpec(
        from, env, lifecycle, OptionalInt.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Checks the name of a service.
   *
   * @throws SettingException if it is invalid
   */
  public static String checkName(String name) {
    check(
        name.matches(NAME) && !name.endsWith("-control"),
        "name",
        name,
        "1 to 40 letters, digits, '.', '_' and '-', and not end in -control");
    return name;
  }

  private static boolean hasPort(Origin from, Map<String, String> env) {
    String line = from instanceof Origin.Command command ? command.command() : "";
    return Stream.concat(Stream.of(line), env.values().stream())
        .anyMatch(text -> text.contains(Origin.PORT));
  }
}
