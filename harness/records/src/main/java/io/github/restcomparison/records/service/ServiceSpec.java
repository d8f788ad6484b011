package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A service that is measured: how it comes to be there, is waited for, and is ended. Its texts may
 * hold {@code ${NAME}} of the environment, which is looked up when the service is started and never
 * recorded.
 *
 * @param from how it comes to be there
 * @param env variables of its environment, beside those of {@code compare}
 * @param ready a path, or a URL that may hold {@link Origin#PORT2}, that is answered with 200 to
 *     299 once the service can be measured; absent if any answer tells so
 * @param startLimit how long it may take until then, 1 s to 60 min
 * @param stopSignal that ends it, {@code TERM}, {@code INT}, {@code QUIT}, {@code HUP} or {@code
 *     KILL}
 * @param stopLimit how long it may take to end before it is killed, 0 s to 10 min
 * @param workers threads that may block at once, 1 to 20000, for its ceiling; absent if not known
 * @param requestCount a counter of its requests; absent if it has none
 */
public record ServiceSpec(
    Origin from,
    Map<String, String> env,
    @Limits(
            pattern = "/\\S*|https?://\\S+",
            valid = "a path with a slash, or a URL such as http://127.0.0.1:{port2}/health")
        Optional<String> ready,
    @Limits(min = "1s", max = "60m") Duration startLimit,
    @Limits(words = {"TERM", "INT", "QUIT", "HUP", "KILL"}) String stopSignal,
    @Limits(min = "0s", max = "10m") Duration stopLimit,
    @Limits(min = "1", max = "20000") OptionalInt workers,
    Optional<MetricSource> requestCount) {

  /**
   * Checks it.
   *
   * @throws SettingException if a setting is invalid, or does not go with another
   */
  public ServiceSpec {
    boolean isStarted = from instanceof Origin.Command || from instanceof Origin.Image;
    if (!env.isEmpty() && !isStarted) {
      throw new SettingException(
          "env: only with command or image; a variant has NAME@SETTING=VALUE");
    }
    for (String name : env.keySet()) {
      check(name.matches("[A-Za-z_]\\w*"), "env name", name, "of letters, digits and _");
    }
    if (from instanceof Origin.Command(String line, Optional<String> _)
        && !(line + env).contains(Origin.PORT)) {
      throw new SettingException(
          "command or env must contain %s, which becomes a free port".formatted(Origin.PORT));
    }
  }

  /** A service with what is usual unless it is stated. */
  public static ServiceSpec of(Origin from, Map<String, String> env, Optional<String> ready) {
    return of(from, env, ready, Duration.ofSeconds(60), "TERM", Duration.ofSeconds(10));
  }

  /** A service without known workers and counters. */
  public static ServiceSpec of(
      Origin from,
      Map<String, String> env,
      Optional<String> ready,
      Duration startLimit,
      String stopSignal,
      Duration stopLimit) {
    return new ServiceSpec(
        from, env, ready, startLimit, stopSignal, stopLimit, OptionalInt.empty(), Optional.empty());
  }

  /** Returns the same service as one that already runs at an address. */
  public ServiceSpec at(String url) {
    return of(Origin.Address.of(url), Map.of(), ready, startLimit, stopSignal, stopLimit);
  }

  /** Whether its environment has {@link Origin#PORT}. */
  public boolean hasPortInEnv() {
    return env.toString().contains(Origin.PORT);
  }
}
