package io.github.restcomparison.jetty;

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

/** Jetty with a servlet that waits in one of three ways. */
@Command(name = "jetty", description = "Jetty: blocking, or asynchronous in two ways.")
public final class Main extends Service {
  @Mixin private final Wait wait = new Wait();
  @Mixin private final Workers workers = new Workers();

  @Option(names = "--mode", paramLabel = "blocking|complete|resume")
  private String mode = "blocking";

  @Option(names = "--scheduler-threads", paramLabel = "1..1000")
  private int schedulerThreads = Math.max(2, Runtime.getRuntime().availableProcessors());

  @Option(names = "--max-head-bytes", paramLabel = "256..65536")
  private int maxHeadBytes = 8_192;

  @Option(names = "--max-connections", paramLabel = "1..1000000")
  private int maxConnections = 16_384;

  Main() {
    super(8093);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    MyServlet servlet =
        switch (mode) {
          case "complete" -> new CompleteServlet(wait, schedulerThreads);
          case "resume" -> new ResumeServlet(wait, schedulerThreads);
          default -> new BlockingServlet(wait);
        };
    return JettyServer.start(endpoint, maxHeadBytes, maxConnections, workers, servlet);
  }
}
