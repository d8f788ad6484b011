package io.github.restcomparison.vertxrest;

import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.vertxserver.Responses;
import io.github.restcomparison.vertxserver.VertxService;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Vert.x core: a few event loops, and a timer for each request that waits. */
@Command(name = "vertx-rest", description = "Vert.x core: event loops and timers.")
public final class Main extends VertxService {
  @Mixin private final Wait wait = new Wait();

  @Option(names = "--threads", paramLabel = "event-loop|virtual")
  private String threads = "event-loop";

  Main() {
    super(8083);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    return threads.equals("virtual")
        ? onVirtualThreads(
            wait.longest(), vertx -> Responses.resource(new VirtualThreadHandler(vertx, wait)))
        : onEventLoops(
            wait.longest(), vertx -> Responses.resource(new EventLoopHandler(vertx, wait)));
  }
}
