package io.github.restcomparison.vertxbackend;

import io.github.restcomparison.backend.BackEndService;
import io.github.restcomparison.backend.HttpBackEndClient;
import io.github.restcomparison.servicekit.StartedServer;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Vert.x core: the event loop that has read a request calls the back end over HTTP. */
@Command(name = "vertx-back-end", description = "Vert.x core, which calls a back end over HTTP.")
public final class Main extends BackEndService {
  Main() {
    super(8088);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    backEnd.requireHttp("vertx-sql queries a database");
    backEnd.uri();
    return asking(vertx -> new HttpBackEndClient(vertx, backEnd));
  }
}
