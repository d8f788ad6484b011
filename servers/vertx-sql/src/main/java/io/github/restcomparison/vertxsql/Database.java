package io.github.restcomparison.vertxsql;

import io.github.restcomparison.backend.BackEndClient;
import io.github.restcomparison.backend.BackEndOptions;
import io.github.restcomparison.servicekit.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Queries a database from an event loop: the query is written to a connection of the pool, and the
 * loop goes on with others. No thread waits, but the connection is busy until the result arrives;
 * further queries wait in a queue.
 */
final class Database implements BackEndClient {
  private static final String QUERY = "SELECT pg_sleep($1)";

  private final Pool pool;
  private final Tuple seconds;
  private final Duration timeout;

  /**
   * @param connections of its pool
   */
  Database(Vertx vertx, BackEndOptions backEnd, int connections) {
    this.pool =
        PgBuilder.pool()
            .using(vertx)
            .connectingTo(
                PgConnectOptions.fromUri(backEnd.uri().toString())
                    .setPassword(backEnd.password())
                    // JDBC's driver keeps them too.
                    .setCachePreparedStatements(true)
                    // A second query behind one that sleeps would sleep twice.
                    .setPipeliningLimit(1))
            .with(new PoolOptions().setMaxSize(connections).setMaxWaitQueueSize(-1))
            .build();
    this.seconds = Tuple.of(backEnd.delay().toMillis() / 1e3);
    this.timeout = backEnd.timeout();
    // Opened now, as JDBC's pool does, and not by the first requests.
    for (int i = 0; i < connections; i++) {
      pool.getConnection().onSuccess(SqlConnection::close);
    }
  }

  @Override
  public Future<String> ask() {
    return pool.preparedQuery(QUERY)
        .execute(seconds)
        .map(Endpoint.BODY)
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }
}
