package io.github.restcomparison.backend;

import io.github.restcomparison.servicekit.InvalidSettingException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * A back end on the other side of a socket: requests wait for its response instead of for a clock.
 */
public final class BackEndOptions {
  /** As many as a process may have sockets: more requests cannot arrive over HTTP/1.1. */
  private static final int MAX_QUEUE = 20_000;

  @Option(names = "--wait", paramLabel = "http|sql")
  private String kind = "http";

  @Option(names = "--delay-ms", paramLabel = "0..600000")
  private int delayMs = 100;

  @Option(names = "--downstream", paramLabel = "URI")
  private URI uri;

  @Option(names = "--downstream-connections", paramLabel = "1..20000")
  private Integer connections;

  @Option(names = "--timeout-ms", paramLabel = "1..3600000")
  private int timeoutMs = 630_000;

  /** Returns whether it is a database. */
  public boolean isDatabase() {
    return kind.equals("sql");
  }

  /**
   * Refuses a database, for services that cannot query one.
   *
   * @param why the part of a sentence that says so
   */
  public void requireHttp(String why) {
    if (isDatabase()) {
      throw new InvalidSettingException("WAIT: 'sql' is not supported: " + why);
    }
  }

  /** Returns the time that it takes. */
  public Duration delay() {
    return Duration.ofMillis(delayMs);
  }

  /**
   * Its address.
   *
   * @throws InvalidSettingException if it is absent, or not one of such a back end
   */
  public URI uri() {
    String scheme = isDatabase() ? "postgresql" : "http";
    if (uri == null
        || !scheme.equals(uri.getScheme())
        || uri.getHost() == null
        || uri.getPort() < 1) {
      throw new InvalidSettingException(
          "DOWNSTREAM: '%s' is not %s"
              .formatted(
                  uri == null ? "" : uri,
                  isDatabase() ? "postgresql://USER@HOST:PORT/DATABASE" : "http://HOST:PORT/PATH"));
    }
    return uri;
  }

  /**
   * The password of a database's user, from the variable {@code PGPASSWORD}, which PostgreSQL's own
   * clients read; empty without it. It is no option: those are shown.
   */
  public String password() {
    return Optional.ofNullable(System.getenv("PGPASSWORD")).orElse("");
  }

  /**
   * Returns settings of a connection to PostgreSQL 14 or newer: it ends a query that is late, and
   * within 0.1 s one whose connection has been closed, or it would refuse the next connection.
   */
  public Map<String, String> session() {
    return Map.of(
        "statement_timeout",
        Integer.toString(timeoutMs),
        "client_connection_check_interval",
        "100");
  }

  /** Connections in the pool, 1 to 20000. */
  public int connections() {
    return connections != null ? connections : isDatabase() ? 80 : 200;
  }

  /**
   * Returns the maximum number of calls that may wait for a connection, 1 to 20000: a further one
   * could not end within the time limit, since each connection has one call at a time.
   */
  public int queue() {
    long turns = delayMs == 0 ? MAX_QUEUE : Math.max(1, timeoutMs / delayMs);
    return (int) Math.min(MAX_QUEUE, turns * connections());
  }

  /**
   * Returns the maximum time of a call, from its start to the last byte of its response; it
   * includes the wait for a connection. A call that is late loses its connection.
   */
  public Duration timeout() {
    return Duration.ofMillis(timeoutMs);
  }
}
