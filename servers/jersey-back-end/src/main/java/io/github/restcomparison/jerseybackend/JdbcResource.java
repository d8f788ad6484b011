package io.github.restcomparison.jerseybackend;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.restcomparison.backend.BackEndOptions;
import io.github.restcomparison.servicekit.Endpoint;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response.Status;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/**
 * Queries a database over JDBC, which always blocks: the worker borrows a connection of the pool,
 * and sleeps in the driver until the answer is there. If no connection is free it sleeps, too.
 */
@Path("myresource")
@Singleton
public final class JdbcResource implements AutoCloseable {
  private static final String QUERY = "SELECT pg_sleep(?)";
  private static final long SHORTEST_TIMEOUT_MS = 250;

  private final HikariDataSource pool;
  private final double seconds;

  JdbcResource(BackEndOptions backEnd) {
    this.pool = new HikariDataSource(config(backEnd));
    this.seconds = backEnd.delay().toMillis() / 1e3;
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
    config.setConnectionTimeout(Math.max(SHORTEST_TIMEOUT_MS, timeoutMs));
    // In whole seconds; a connection that has said nothing for so long is closed.
    config.addDataSourceProperty("socketTimeout", Long.toString(Math.ceilDiv(timeoutMs, 1_000)));
    // A database that is not there yet is no reason not to start.
    config.setInitializationFailTimeout(-1);
    return config;
  }

  /**
   * Blocks until the database has answered.
   *
   * @throws ServiceUnavailableException if no connection is free within the time-out, or the answer
   *     takes longer
   * @throws WebApplicationException with 502, if the database answers with an error
   */
  @GET
  @Produces("text/plain")
  public String get() {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setDouble(1, seconds);
      statement.execute();
      return Endpoint.BODY;
    } catch (SQLTransientConnectionException e) {
      throw new ServiceUnavailableException(1L, e);
    } catch (SQLException e) {
      if (e.getCause() instanceof SocketTimeoutException) {
        throw new ServiceUnavailableException(1L, e);
      }
      throw new WebApplicationException(e, Status.BAD_GATEWAY);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
