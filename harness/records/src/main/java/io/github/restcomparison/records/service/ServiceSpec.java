package io.github.restcomparison.records.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.service.Origin.Address;
import io.github.restcomparison.records.service.Origin.Command;
import io.github.restcomparison.records.service.Origin.OfCatalogue;
import io.github.restcomparison.records.settings.SettingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A service that a user wants to have measured. Its texts may hold {@code ${NAME}} of the
 * environment, which is looked up when the service is started and never recorded.
 *
 * @param from how it comes to be there
 * @param env variables of its environment, beside those of {@code compare}
 * @param lifecycle how it is waited for, and ended
 * @param workers threads that may block at once, 1 to 20000, for its ceiling; absent where nobody
 *     says
 * @param requestCount a counter of its requests; absent where it has none
 * @param cpuSeconds a counter of its CPU time in s, for one that is not on this host
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ServiceSpec(
    Origin from,
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> env,
    Lifecycle lifecycle,
    OptionalInt workers,
    Optional<MetricSource> requestCount,
    Optional<MetricSource> cpuSeconds) {

  private static final int MOST_WORKERS = 20_000;
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,39}";

  /**
   * Checks it.
   *
   * @throws SettingException where a setting is not what it may be, or does not go with another
   */
  public ServiceSpec {
    if (from instanceof Command(String command, Optional<String> directory)
        && !command.contains(Origin.PORT)
        && env.values().stream().noneMatch(value -> value.contains(Origin.PORT))) {
      throw new SettingException(
          "command or env must contain %s, which becomes a free port".formatted(Origin.PORT));
    }
    if (!env.isEmpty() && (from instanceof Address || from instanceof OfCatalogue)) {
      throw new SettingException(
          "env may be given with command or image; a variant has NAME@SETTING=VALUE");
    }
    env.keySet().stream()
        .filter(name -> !name.matches("[A-Za-z_][A-Za-z0-9_]*"))
        .findFirst()
        .ifPresent(
            name -> {
              throw new SettingException(
                  "env has '%s': a name may have letters, digits and _".formatted(name));
            });
    if (workers.orElse(1) < 1 || workers.orElse(1) > MOST_WORKERS) {
      throw SettingException.mustBe("workers", workers.getAsInt(), "between 1 and " + MOST_WORKERS);
    }
    if (cpuSeconds.isPresent() && !(from instanceof Address)) {
      throw new SettingException("cpuSeconds may be given with url: of others it is measured here");
    }
  }

  /** A service of which nothing else is said. */
  public static ServiceSpec of(Origin from) {
    return new ServiceSpec(
        from, Map.of(), Lifecycle.USUAL, OptionalInt.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Checks the name of a service.
   *
   * @throws SettingException where it may not be one
   */
  public static String checkName(String name) {
    if (!name.matches(NAME) || name.endsWith("-control")) {
      throw new SettingException(
          ("name %s: must be 1 to 40 letters, digits, '.', '_' and '-', and not end in -control")
              .formatted(name));
    }
    return name;
  }

  /** Whether its command or environment has {@code {NAME}}. */
  public boolean has(String parameter) {
    String text = "{" + parameter + "}";
    boolean inCommand = from instanceof Command command && command.command().contains(text);
    return inCommand || env.values().stream().anyMatch(value -> value.contains(text));
  }

  /** The same with a value in place of {@code {NAME}}. */
  public ServiceSpec filled(String parameter, String value) {
    String text = "{" + parameter + "}";
    Map<String, String> filled = new LinkedHashMap<>();
    env.forEach((name, old) -> filled.put(name, old.replace(text, value)));
    Origin origin =
        from instanceof Command(String line, Optional<String> directory)
            ? new Command(line.replace(text, value), directory)
            : from;
    return new ServiceSpec(origin, filled, lifecycle, workers, requestCount, cpuSeconds);
  }
}
