package io.github.restcomparison.vertxsql;

import io.github.restcomparison.backend.BackEndService;
import io.github.restcomparison.servicekit.InvalidSettingException;
import io.github.restcomparison.servicekit.StartedServer;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Vert.x core: the event loop that has read a request queries PostgreSQL. */
@Command(name = "vertx-sql", description = "Vert.x core, which queries PostgreSQL.")
public final class Main extends BackEndService {
  Main() {
    super(8098);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    if (!backEnd.isDatabase()) {
      throw new InvalidSettingException("WAIT: 'http' is not supported: vertx-back-end calls one");
    }
    backEnd.uri();
    return asking(vertx -> new Database(vertx, backEnd));
  }
}
