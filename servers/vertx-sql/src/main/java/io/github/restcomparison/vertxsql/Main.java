package io.github.restcomparison.vertxsql;

import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.vertxrest.VertxRest;

/** The service of {@code vertx-rest}, whose requests may wait for a database. */
public final class Main {
  private static final VertxRest SERVICE = new VertxRest(8098, BackEnd.SQL, Database::new);

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("vertx-sql", SERVICE::start);
  }
}
