package io.github.restcomparison.jetty7;

import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servletsjavax.BlockingServlet;
import io.github.restcomparison.servletsjavax.MyServlet;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Jetty 7 with a servlet that blocks, or whose continuation is completed or resumed. */
@Command(name = "jetty-7", description = "Jetty 7: blocking, or by continuations.")
public final class Main extends Service {
  @Mixin private final Wait wait = new Wait();

  @Option(names = "--mode", paramLabel = "blocking|complete|resume")
  private String mode = "blocking";

  @Option(names = "--scheduler-threads", paramLabel = "1..1000")
  private int schedulerThreads = Math.max(2, Runtime.getRuntime().availableProcessors());

  @Option(names = "--workers", paramLabel = "1..20000")
  private int workers = 200;

  Main() {
    super(8094);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    endpoint.requireLoopback();
    MyServlet servlet =
        switch (mode) {
          case "complete" -> new CompleteServlet(wait, schedulerThreads);
          case "resume" -> new ResumeServlet(wait, schedulerThreads);
          default -> new BlockingServlet(wait);
        };
    return Jetty7Server.start(endpoint, workers, servlet);
  }
}
