package io.github.restcomparison.jerseybackend;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.restcomparison.backend.BackEndOptions;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.StartedServer;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response.Status;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Queries a database over JDBC, which always blocks: the worker borrows a connection of the pool,
 * and sleeps in the driver until the response is there. If no connection is free it sleeps, too.
 */
@Path("myresource")
@Singleton
public final class JdbcResource implements AutoCloseable {
  private static final String QUERY = "SELECT pg_sleep(?)";

  static {
    // By default it refuses time-outs below 250 ms; read when its configuration is loaded.
    System.setProperty("com.zaxxer.hikari.timeoutMs.floor", "1");
  }

  private final HikariDataSource pool;
  private final double seconds;
  private final Duration timeout;
  private final Deadlines deadlines = new Deadlines();

  JdbcResource(BackEndOptions backEnd) {
    this.pool = new HikariDataSource(config(backEnd));
    this.seconds = backEnd.delay().toMillis() / 1e3;
    this.timeout = backEnd.timeout();
  }

  private static HikariConfig config(BackEndOptions backEnd) {
    URI uri = backEnd.uri();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        "jdbc:postgresql://%s:%d%s".formatted(uri.getHost(), uri.getPort(), uri.getPath()));
    config.setUsername(uri.getUserInfo());
    config.setPassword(backEnd.password());
    config.setMaximumPoolSize(backEnd.connections());
    long timeoutMs = backEnd.timeout().toMillis();
    config.setConnectionTimeout(timeoutMs);
    // Of a connection that was idle, before it is lent: a part of the same call.
    config.setValidationTimeout(timeoutMs);
    config.addDataSourceProperty(
        "options",
        backEnd.session().entrySet().stream()
            .map(setting -> "-c " + setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(" ")));
    // A database that is not there yet is no reason not to start.
    config.setInitializationFailTimeout(-1);
    return config;
  }

  /**
   * Blocks until the database has responded.
   *
   * @throws ServiceUnavailableException if no connection is free within the time-out, or the
   *     response takes longer
   * @throws WebApplicationException with 502, if the database responds with an error
   */
  @GET
  @Produces("text/plain")
  public String get() {
    long end = System.nanoTime() + timeout.toNanos();
    try (Connection connection = pool.getConnection()) {
      AtomicBoolean ended = new AtomicBoolean();
      Duration left = Duration.ofNanos(end - System.nanoTime());
      Future<?> deadline = deadlines.after(left, () -> abort(connection, ended));
      try {
        query(connection);
        return Endpoint.BODY;
      } finally {
        deadline.cancel(false);
        if (ended.getAndSet(true)) {
          pool.evictConnection(connection);
        }
      }
    } catch (SQLException e) {
      if (e instanceof SQLTransientConnectionException || System.nanoTime() - end >= 0) {
        throw new ServiceUnavailableException(1L, e);
      }
      throw new WebApplicationException(e, Status.BAD_GATEWAY);
    }
  }

  private void query(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setDouble(1, seconds);
      statement.execute();
    }
  }

  /** Closes the connection under a query that is late, unless it has ended. */
  private static void abort(Connection connection, AtomicBoolean ended) {
    if (!ended.getAndSet(true)) {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        // It is closed already.
      }
    }
  }

  @Override
  public void close() {
    deadlines.close();
    // The pool waits up to 10 s for queries, which have had their time.
    Thread closing = Thread.ofPlatform().daemon().start(pool::close);
    try {
      closing.join(StartedServer.STOP_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
