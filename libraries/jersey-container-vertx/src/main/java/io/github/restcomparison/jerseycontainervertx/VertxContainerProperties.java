package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.exchange.VirtualThreads;
import jakarta.ws.rs.core.Configuration;
import java.time.Duration;
import org.glassfish.jersey.internal.util.PropertiesHelper;

/** What an application may say of its container, as properties of its configuration. */
public final class VertxContainerProperties {
  /** Bytes of content that a request may have, 0 or more; more is 413. Without it: no limit. */
  public static final String MAX_BODY_BYTES = "jersey.config.server.vertx.maxBodyBytes";

  /**
   * Bytes of content that are gathered before a resource on the event loop is called, 0 or more; a
   * request with more, or of unknown length, is processed on a virtual thread, which reads as it
   * comes. 65536 by default.
   */
  public static final String GATHERED_BODY_BYTES = "jersey.config.server.vertx.gatheredBodyBytes";

  /**
   * Milliseconds that a thread waits for content that does not come, 1 or more; 408 then. 30000 by
   * default. Content that is gathered for the event loop holds no thread: {@link
   * io.vertx.core.http.HttpServerOptions#setReadIdleTimeout} is for that.
   */
  public static final String READ_TIMEOUT_MS = "jersey.config.server.vertx.readTimeoutMs";

  /**
   * Milliseconds that a thread waits for a client that does not read what is written, 1 or more;
   * its response fails then. 30000 by default.
   */
  public static final String WRITE_TIMEOUT_MS = "jersey.config.server.vertx.writeTimeoutMs";

  /**
   * Milliseconds, 0 or more, that requests of an application that has been replaced may still take;
   * they get 503 then. 30000 by default.
   */
  public static final String RETIRE_TIME_MS = "jersey.config.server.vertx.retireTimeMs";

  /**
   * Platform threads for requests that may block, 1 or more; further requests wait for one. If 0,
   * every such request has a virtual thread of its own, which requires Java 21. By default 0 on
   * Java 21 and later, else 200.
   */
  public static final String PLATFORM_THREADS = "jersey.config.server.vertx.platformThreads";

  /**
   * The fields by which a proxy tells the scheme, host and path that its client requested: {@code
   * Forwarded} (RFC 7239), {@code X-Forwarded} ({@code X-Forwarded-Proto}, {@code -Host} and {@code
   * -Prefix}), or {@code none}, which is the default. If there are several proxies, the first one
   * counts. Any client can send these fields: the proxy must replace or remove them.
   */
  public static final String FORWARDED_FIELDS = "jersey.config.server.vertx.forwardedFields";

  private static final int PLATFORM_THREADS_BEFORE_JAVA_21 = 200;

  private VertxContainerProperties() {}

  /** The same, read. */
  record Values(
      long maxBodyBytes,
      long gatheredBodyBytes,
      Duration readTimeout,
      Duration writeTimeout,
      Duration retireTime,
      int platformThreads) {
    static Values of(Configuration configuration) {
      return new Values(
          value(configuration, MAX_BODY_BYTES, Long.MAX_VALUE, 0),
          value(configuration, GATHERED_BODY_BYTES, 65_536, 0),
          Duration.ofMillis(value(configuration, READ_TIMEOUT_MS, 30_000, 1)),
          Duration.ofMillis(value(configuration, WRITE_TIMEOUT_MS, 30_000, 1)),
          Duration.ofMillis(value(configuration, RETIRE_TIME_MS, 30_000, 0)),
          Math.toIntExact(
              VirtualThreads.areSupported()
                  ? value(configuration, PLATFORM_THREADS, 0, 0)
                  : value(configuration, PLATFORM_THREADS, PLATFORM_THREADS_BEFORE_JAVA_21, 1)));
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
