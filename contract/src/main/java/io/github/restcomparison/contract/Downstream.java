package io.github.restcomparison.contract;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;

/**
 * A back end on the other side of a socket: where {@code WAIT} is {@code http}, a request waits for
 * its answer instead of for a clock.
 *
 * @param uri that is asked with GET
 * @param connections to it at once, 1 to 20000: what is to be asked while all are busy waits for
 *     one
 * @param timeout what an answer may take, its connection included
 */
public record Downstream(URI uri, int connections, Duration timeout) {

  /** What {@link Delay#kind} is with such a back end. */
  public static final String KIND = "http";

  /**
   * Reads {@code DOWNSTREAM}, the address, and {@code DOWNSTREAM_CONNECTIONS}; empty where {@code
   * WAIT} is not {@code http}.
   *
   * @throws SettingException where one of them cannot be used
   */
  public static Optional<Downstream> of(Settings settings, Delay delay, Limits limits) {
    if (!delay.kind().equals(KIND)) {
      return Optional.empty();
    }
    int connections = settings.integer("DOWNSTREAM_CONNECTIONS", 1_000, 1, 20_000);
    return Optional.of(new Downstream(uri(settings), connections, limits.timeout()));
  }

  private static URI uri(Settings settings) {
    String text = settings.text("DOWNSTREAM", "");
    try {
      URI uri = new URI(text);
      if ("http".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // said below
    }
    throw Settings.mayBe(
        "DOWNSTREAM", text, "http://HOST:PORT/PATH of a back end, where WAIT is http");
  }
}
