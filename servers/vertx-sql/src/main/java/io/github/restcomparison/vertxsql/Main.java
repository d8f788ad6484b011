package io.github.restcomparison.vertxsql;

import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.vertxrest.VertxRest;
import java.io.IOException;

/** The service of {@code vertx-rest}, whose requests may wait for a database. */
public final class Main {
  private static final VertxRest SERVICE = new VertxRest(8098, BackEnd.SQL, Database::new);

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("vertx-sql", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    return SERVICE.start(settings);
  }
}
