package io.github.restcomparison.records.service;

import io.github.restcomparison.records.settings.Limits;
import java.time.Duration;
import java.util.Optional;

/**
 * How a service is waited for, and ended.
 *
 * @param ready a path, or a URL that may hold {@link Origin#PORT2}, that is answered with 200 to
 *     299 once the service can be measured; absent if any answer tells so
 * @param startLimit how long it may take until then, 1 s to 60 min
 * @param stopSignal that ends it, {@code TERM}, {@code INT}, {@code QUIT}, {@code HUP} or {@code
 *     KILL}
 * @param stopLimit how long it may take to end before it is killed, 0 s to 10 min
 */
public record Lifecycle(
    @Limits(
            pattern = "/\\S*|https?://\\S+",
            valid = "a path with a slash, or a URL such as http://127.0.0.1:{port2}/health")
        Optional<String> ready,
    @Limits(min = "1s", max = "60m") Duration startLimit,
    @Limits(words = {"TERM", "INT", "QUIT", "HUP", "KILL"}) String stopSignal,
    @Limits(min = "0s", max = "10m") Duration stopLimit) {

  /** Of a service of which nobody says anything else. */
  public static final Lifecycle USUAL =
      new Lifecycle(Optional.empty(), Duration.ofSeconds(60), "TERM", Duration.ofSeconds(10));
}
