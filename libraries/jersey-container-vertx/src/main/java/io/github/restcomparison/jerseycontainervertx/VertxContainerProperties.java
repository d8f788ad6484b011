package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.core.Configuration;
import java.time.Duration;
import org.glassfish.jersey.internal.util.PropertiesHelper;

/** What an application may say of its container, as properties of its configuration. */
public final class VertxContainerProperties {
  /** Bytes of content that a request may have, 0 or more; more is 413. Without it: no limit. */
  public static final String MAX_BODY_BYTES = "jersey.config.vertx.server.maxBodyBytes";

  /**
   * Bytes of content that are gathered before a resource on the event loop is called, 0 or more; a
   * request with more, or of unknown length, is processed on a virtual thread, which reads as it
   * comes. 65536 by default.
   */
  public static final String GATHERED_BODY_BYTES = "jersey.config.vertx.server.gatheredBodyBytes";

  /**
   * Milliseconds that a thread waits for content that does not come, 1 or more; 408 then. 30000 by
   * default. Content that is gathered for the event loop holds no thread: {@link
   * io.vertx.core.http.HttpServerOptions#setReadIdleTimeout} is for that.
   */
  public static final String READ_TIMEOUT_MS = "jersey.config.vertx.server.readTimeoutMs";

  /**
   * Milliseconds that a thread waits for a client that does not read what is written, 1 or more;
   * its response fails then. 30000 by default.
   */
  public static final String WRITE_TIMEOUT_MS = "jersey.config.vertx.server.writeTimeoutMs";

  /**
   * Milliseconds that a resource method may hold the event loop, 1 or more, before it is named in
   * the log. 200 by default.
   */
  public static final String BLOCKED_LOOP_MS = "jersey.config.vertx.server.blockedLoopMs";

  /**
   * Milliseconds, 0 or more, that requests of an application that has been replaced may still take;
   * they get 503 then. 30000 by default.
   */
  public static final String RETIRE_TIME_MS = "jersey.config.vertx.server.retireTimeMs";

  private VertxContainerProperties() {}

  /** The same, read. */
  record Values(
      long maxBodyBytes,
      long gatheredBodyBytes,
      Duration readTimeout,
      Duration writeTimeout,
      long blockedMs,
      Duration retireTime) {
    static Values of(Configuration configuration) {
      return new Values(
          value(configuration, MAX_BODY_BYTES, Long.MAX_VALUE, 0),
          value(configuration, GATHERED_BODY_BYTES, 65_536, 0),
          Duration.ofMillis(value(configuration, READ_TIMEOUT_MS, 30_000, 1)),
          Duration.ofMillis(value(configuration, WRITE_TIMEOUT_MS, 30_000, 1)),
          value(configuration, BLOCKED_LOOP_MS, 200, 1),
          Duration.ofMillis(value(configuration, RETIRE_TIME_MS, 30_000, 0)));
    }

    private static long value(
        Configuration configuration, String name, long otherwise, long least) {
      Object given = configuration.getProperty(name);
      if (given == null) {
        return otherwise;
      }
      Long value = PropertiesHelper.convertValue(given, Long.class);
      if (value == null || value < least) {
        throw new IllegalArgumentException(
            "%s is %s: it may be %d or more".formatted(name, given, least));
      }
      return value;
    }
  }
}
