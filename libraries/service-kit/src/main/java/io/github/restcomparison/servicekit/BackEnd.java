package io.github.restcomparison.servicekit;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A back end on the other side of a socket: where {@code WAIT} is {@code http} or {@code sql}, a
 * request waits for its answer instead of for a clock.
 *
 * @param uri of the back end
 * @param connections in the pool, 1 to 20000: a request that finds all of them busy waits for one
 * @param timeout the longest that an answer may take, the wait for a connection included
 */
public record BackEnd(URI uri, int connections, Duration timeout) {

  /** {@link Delay#kind} of a back end that is asked with GET. */
  public static final String HTTP = "http";

  /** {@link Delay#kind} of a PostgreSQL database, which is asked to wait. */
  public static final String SQL = "sql";

  /** Every {@link Delay#kind} that needs a back end. */
  public static final Set<String> KINDS = Set.of(HTTP, SQL);

  /**
   * Reads {@code DOWNSTREAM}, the address, and {@code DOWNSTREAM_CONNECTIONS}; empty where {@code
   * WAIT} is for a clock.
   *
   * @throws SettingException where one of them cannot be used
   */
  public static Optional<BackEnd> of(Settings settings, Delay delay, Limits limits) {
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

  private static BackEnd of(Settings settings, Limits limits, String scheme, String address) {
    int connections = settings.integer("DOWNSTREAM_CONNECTIONS", 200, 1, 20_000);
    return new BackEnd(uri(settings, scheme, address), connections, limits.timeout());
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
