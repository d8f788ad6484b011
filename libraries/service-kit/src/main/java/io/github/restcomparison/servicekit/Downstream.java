package io.github.restcomparison.servicekit;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;

/**
 * A back end on the other side of a socket: where {@code WAIT} is {@code http} or {@code sql}, a
 * request waits for its answer instead of for a clock.
 *
 * @param uri that is asked
 * @param connections to it at once, 1 to 20000: what is to be asked while all are busy waits for
 *     one
 * @param timeout what an answer may take, the wait for a connection included
 */
public record Downstream(URI uri, int connections, Duration timeout) {

  /** What {@link Delay#kind} is where the back end is asked with GET. */
  public static final String HTTP = "http";

  /** What {@link Delay#kind} is where the back end is PostgreSQL, which is told to wait. */
  public static final String SQL = "sql";

  /**
   * Reads {@code DOWNSTREAM}, the address, and {@code DOWNSTREAM_CONNECTIONS}; empty where {@code
   * WAIT} is for a clock.
   *
   * @throws SettingException where one of them cannot be used
   */
  public static Optional<Downstream> of(Settings settings, Delay delay, Limits limits) {
    return switch (delay.kind()) {
      case HTTP -> Optional.of(of(settings, limits, "http", "http://HOST:PORT/PATH of a back end"));
      case SQL ->
          Optional.of(
              of(
                  settings,
                  limits,
                  "postgresql",
                  "postgresql://USER@HOST:PORT/DATABASE of a database"));
      default -> Optional.empty();
    };
  }

  private static Downstream of(Settings settings, Limits limits, String scheme, String address) {
    int connections = settings.integer("DOWNSTREAM_CONNECTIONS", 200, 1, 20_000);
    return new Downstream(uri(settings, scheme, address), connections, limits.timeout());
  }

  private static URI uri(Settings settings, String scheme, String address) {
    String text = settings.text("DOWNSTREAM", "");
    try {
      URI uri = new URI(text);
      if (scheme.equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // said below
    }
    throw Settings.mayBe("DOWNSTREAM", text, address);
  }
}
