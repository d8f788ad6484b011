package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Configuration;
import java.time.Duration;
import java.util.Locale;
import org.glassfish.jersey.CommonProperties;

/** The properties of an application's configuration that the container reads. */
public final class VertxContainerProperties {
  /**
   * The most bytes of content that a request may have, 0 or more. A request with more gets 413, and
   * is the last one of its connection. No default.
   */
  public static final String MAX_BODY_BYTES = "jersey.config.server.vertx.maxBodyBytes";

  /**
   * Milliseconds, 1 or more, that a thread waits for a client that does not send the next part of a
   * request's content, which is 408 then, or does not read a response, which fails then. Default
   * 30000. No thread waits for content that is read for the event loop: {@link
   * io.vertx.core.http.HttpServerOptions#setReadIdleTimeout} limits it.
   */
  public static final String CLIENT_TIMEOUT_MS = "jersey.config.server.vertx.clientTimeoutMs";

  /**
   * Milliseconds, 0 or more, that requests may still take when the server stops or their
   * application is replaced; they get 503 then. 10000 by default.
   */
  public static final String STOP_GRACE_MS = "jersey.config.server.vertx.stopGraceMs";

  /**
   * Platform threads for requests that may block, 1 or more; further requests wait for one. 0, the
   * default: every such request has a virtual thread of its own; before Java 21, 200 platform
   * threads.
   */
  public static final String PLATFORM_THREADS = "jersey.config.server.vertx.platformThreads";

  /**
   * If true, methods with an {@code @Suspended} parameter run on the event loop: they must not
   * block then. False by default. {@link Blocking} and {@link NonBlocking} of a method or class
   * decide otherwise.
   */
  public static final String SUSPENDED_NON_BLOCKING =
      "jersey.config.server.vertx.suspendedNonBlocking";

  private VertxContainerProperties() {}

  /**
   * Returns whether {@code @Suspended} methods run on the event loop.
   *
   * @throws IllegalArgumentException if it is neither true nor false
   */
  static boolean suspendedNonBlocking(Configuration configuration) {
    Object given = configuration.getProperty(SUSPENDED_NON_BLOCKING);
    String text = given == null ? "false" : given.toString().toLowerCase(Locale.ROOT);
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(
          "%s: '%s' is not true or false".formatted(SUSPENDED_NON_BLOCKING, given));
    }
    return text.equals("true");
  }

  static int platformThreads(Configuration configuration) {
    return Math.toIntExact(value(configuration, PLATFORM_THREADS, 0, 0));
  }

  private static long value(Configuration configuration, String name, long otherwise, long least) {
    Object given = configuration.getProperty(name);
    if (given == null) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(given.toString());
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // as one that is too small
    }
    throw new IllegalArgumentException(
        "%s: '%s' is not an integer of at least %d".formatted(name, given, least));
  }

  /**
   * The settings that requests need.
   *
   * @param gatheredBytes of a response, by a property of Jersey
   */
  record Values(long maxBodyBytes, Duration clientTimeout, Duration stopGrace, int gatheredBytes) {
    /** Jersey's own default. */
    private static final int GATHERED_BYTES = 8192;

    static Values of(Configuration configuration) {
      return new Values(
          value(configuration, MAX_BODY_BYTES, Long.MAX_VALUE, 0),
          Duration.ofMillis(value(configuration, CLIENT_TIMEOUT_MS, 30_000, 1)),
          Duration.ofMillis(value(configuration, STOP_GRACE_MS, 10_000, 0)),
          CommonProperties.getValue(
              configuration.getProperties(),
              RuntimeType.SERVER,
              CommonProperties.OUTBOUND_CONTENT_LENGTH_BUFFER,
              GATHERED_BYTES,
              Integer.class));
    }
  }
}
