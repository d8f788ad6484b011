package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.core.Configuration;
import java.time.Duration;

/** The properties of an application's configuration that the container reads. */
public final class VertxContainerProperties {
  /**
   * Milliseconds, 1 or more, that a thread waits for a client that does not send the next part of a
   * request's content, which is 408 then, or does not read a response, which fails then. Default
   * 30000. No thread waits for content that is read for the event loop: {@link
   * io.vertx.core.http.HttpServerOptions#setReadIdleTimeout} limits it.
   */
  public static final String CLIENT_TIMEOUT_MS = "jersey.config.server.vertx.clientTimeoutMs";

  /**
   * If true, methods with an {@code @Suspended} parameter run on the event loop: they must not
   * block then. False by default. {@link Blocking} and {@link NonBlocking} of a method or class
   * decide otherwise.
   */
  public static final String SUSPENDED_NON_BLOCKING =
      "jersey.config.server.vertx.suspendedNonBlocking";

  private static final int CLIENT_TIMEOUT = 30_000;

  private VertxContainerProperties() {}

  /**
   * Returns whether {@code @Suspended} methods run on the event loop.
   *
   * @throws IllegalArgumentException if it is neither true nor false
   */
  static boolean suspendedNonBlocking(Configuration configuration) {
    Object given = configuration.getProperty(SUSPENDED_NON_BLOCKING);
    String text = String.valueOf(given);
    if (given != null && !text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException(
          "%s: '%s' is not true or false".formatted(SUSPENDED_NON_BLOCKING, given));
    }
    return Boolean.parseBoolean(text);
  }

  /**
   * Returns how long a thread waits for a client.
   *
   * @throws IllegalArgumentException if it is not a positive integer
   */
  static Duration clientTimeout(Configuration configuration) {
    Object given = configuration.getProperty(CLIENT_TIMEOUT_MS);
    String text = given == null ? Integer.toString(CLIENT_TIMEOUT) : given.toString();
    if (!text.matches("0*[1-9]\\d{0,17}")) {
      throw new IllegalArgumentException(
          "%s: '%s' is not a positive integer".formatted(CLIENT_TIMEOUT_MS, given));
    }
    return Duration.ofMillis(Long.parseLong(text));
  }
}
