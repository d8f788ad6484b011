package io.github.restcomparison.records.service;

import com.fasterxml.jackson.annotation.JsonInclude;
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
@JsonInclude(JsonInclude.Include.NON_ABSENT)
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
   * @throws SettingException where one of them cannot be used
   */
  public Lifecycle {
    ready.ifPresent(
        text ->
            require(
                text.matches("/\\S*|https?://\\S+"),
                "ready",
                text,
                "a path with a slash, or a URL such as http://127.0.0.1:{port2}/health"));
    require(
        isWithin(startLimit, Duration.ofSeconds(1), Duration.ofHours(1)),
        "startLimit",
        startLimit.toMillis() + "ms",
        "1s to 60m");
    require(SIGNALS.contains(stopSignal), "stopSignal", stopSignal, String.join(" or ", SIGNALS));
    require(
        isWithin(stopLimit, Duration.ZERO, Duration.ofMinutes(10)),
        "stopLimit",
        stopLimit.toMillis() + "ms",
        "0s to 10m");
  }

  private static boolean isWithin(Duration time, Duration least, Duration most) {
    return time.compareTo(least) >= 0 && time.compareTo(most) <= 0;
  }

  private static void require(boolean holds, String setting, Object value, String what) {
    if (!holds) {
      throw SettingException.mustBe(setting, value, what);
    }
  }
}
