package io.github.restcomparison.vertxsql;

import io.github.restcomparison.backend.BackEndClient;
import io.github.restcomparison.backend.BackEndOptions;
import io.github.restcomparison.backend.Deadline;
import io.github.restcomparison.servicekit.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.SqlConnectionBase;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Queries a database from an event loop: the query is written to a connection of the pool, and the
 * loop goes on with others. No thread waits, but the connection is busy until the result arrives;
 * further queries wait in a queue.
 */
final class Database implements BackEndClient {
  private static final String QUERY = "SELECT pg_sleep($1)";
  private static final int SHORTEST_SILENCE_MS = 60_000;

  private final Vertx vertx;
  private final Pool pool;
  private final Tuple seconds;
  private final Duration timeout;

  Database(Vertx vertx, BackEndOptions backEnd) {
    int timeoutMs = Math.toIntExact(backEnd.timeout().toMillis());
    PgConnectOptions database =
        PgConnectOptions.fromUri(backEnd.uri().toString())
            .setPassword(backEnd.password())
            // JDBC's driver keeps them too.
            .setCachePreparedStatements(true)
            // A second query behind one that sleeps would sleep twice.
            .setPipeliningLimit(1);
    backEnd.session().forEach(database::addProperty);
    this.vertx = vertx;
    this.pool =
        PgBuilder.pool()
            .using(vertx)
            .connectingTo(database)
            // Ends attempts to connect to a database that accepts and is silent then.
            .with(
                new NetClientOptions()
                    .setIdleTimeout(Math.max(timeoutMs, SHORTEST_SILENCE_MS))
                    .setIdleTimeoutUnit(TimeUnit.MILLISECONDS))
            .with(
                new PoolOptions()
                    .setMaxSize(backEnd.connections())
                    .setMaxWaitQueueSize(backEnd.queue())
                    .setConnectionTimeout(timeoutMs)
                    .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS))
            .build();
    this.seconds = Tuple.of(backEnd.delay().toMillis() / 1e3);
    this.timeout = backEnd.timeout();
    // Opened now, as JDBC's pool does, and not by the first requests.
    for (int i = 0; i < backEnd.connections(); i++) {
      pool.getConnection().onSuccess(SqlConnection::close);
    }
  }

  @Override
  public Future<String> ask() {
    Deadline deadline = new Deadline(timeout);
    return deadline.of(pool.getConnection().compose(connection -> query(connection, deadline)));
  }

  private Future<String> query(SqlConnection connection, Deadline deadline) {
    if (deadline.isOver()) {
      connection.close();
      return Future.failedFuture("the wait for a connection took all of the time");
    }
    long timer = vertx.setTimer(deadline.leftMs(), late -> disconnect(connection));
    return connection
        .preparedQuery(QUERY)
        .execute(seconds)
        .map(Endpoint.BODY)
        .onComplete(
            result -> {
              vertx.cancelTimer(timer);
              connection.close();
            });
  }

  /**
   * Closes the socket of a connection, so that the pool can open another. {@code close()} would put
   * it back into the pool, and the next query behind the one that is late.
   */
  private static void disconnect(SqlConnection connection) {
    SqlConnectionBase<?> pooled = (SqlConnectionBase<?>) connection;
    ((SocketConnectionBase) pooled.unwrap().unwrap()).socket().close();
  }
}
