package io.github.restcomparison.vertxjersey;

import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Jersey 2 on Vert.x 3: no thread waits. */
@Command(name = "vertx-jersey", description = "Jersey 2 on Vert.x 3, by vertx-jersey.")
public final class Main extends Service {
  @Mixin private final Wait wait = new Wait();

  @Option(names = "--event-loops", paramLabel = "1..256")
  private int eventLoops = Runtime.getRuntime().availableProcessors();

  Main() {
    super(8096);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    endpoint.requireLoopback();
    return Vertx3Server.start(endpoint, wait, eventLoops);
  }
}
