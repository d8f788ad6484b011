package io.github.restcomparison.tomcat;

import io.github.restcomparison.servicekit.ConnectionLimits;
import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servicekit.Workers;
import io.github.restcomparison.servlets.BlockingServlet;
import io.github.restcomparison.servlets.MyServlet;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tomcat with a servlet that waits in one of three ways. */
@Command(name = "tomcat", description = "Tomcat: blocking, or asynchronous in two ways.")
public final class Main extends Service {
  @Mixin private final Wait wait = new Wait();
  @Mixin private final Workers workers = new Workers();
  @Mixin private final ConnectionLimits limits = new ConnectionLimits();

  @Option(names = "--mode", paramLabel = "blocking|queue|start")
  private String mode = "blocking";

  @Option(names = "--max-connections", paramLabel = "1..1000000")
  private int maxConnections = 16_384;

  Main() {
    super(8091);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    MyServlet servlet =
        switch (mode) {
          case "queue" -> new QueueServlet(wait);
          case "start" -> new StartServlet(wait);
          default -> new BlockingServlet(wait);
        };
    return TomcatServer.start(endpoint, limits, maxConnections, workers, servlet);
  }
}
