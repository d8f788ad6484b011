package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a service is waited for, and ended.
 *
 * @param ready a path, or a URL that may hold {@link Origin#PORT2}, that is answered with 200 to
 *     299 once the service can be measured; absent if any answer tells so
 * @param startLimit how long it may take until then, 1 s to 60 min
 * @param stopSignal that ends it, one of {@link #SIGNALS}
 * @param stopLimit how long it may take to end before it is killed, 0 s to 10 min
 */
public record Lifecycle(
    Optional<String> ready, Duration startLimit, String stopSignal, Duration stopLimit) {

  /** The signals that may end a service. */
  public static final List<String> SIGNALS = List.of("TERM", "INT", "QUIT", "HUP", "KILL");

  /** Of a service of which nobody says anything else. */
  public static final Lifecycle USUAL =
      new Lifecycle(Optional.empty(), Duration.ofSeconds(60), "TERM", Duration.ofSeconds(10));

  /**
   * Checks it.
   *
   * @throws SettingException if one of them is invalid
   */
  public Lifecycle {
    check(
        ready.orElse("/").matches("/\\S*|https?://\\S+"),
        "ready",
        ready.orElse(""),
        "a path with a slash, or a URL such as http://127.0.0.1:{port2}/health");
    long start = startLimit.toMillis();
    check(start >= 1_000 && start <= 3_600_000, "startLimit", start + "ms", "1s to 60m");
    check(SIGNALS.contains(stopSignal), "stopSignal", stopSignal, String.join(" or ", SIGNALS));
    long stop = stopLimit.toMillis();
    check(stop >= 0 && stop <= 600_000, "stopLimit", stop + "ms", "0s to 10m");
  }
}
