package io.github.restcomparison.jetty7;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servletsjavax.BlockingServlet;
import io.github.restcomparison.servletsjavax.MyServlet;
import java.io.IOException;

/** Jetty 7 with a servlet that blocks, or whose continuation is completed or resumed. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("jetty-7", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    int cpus = Runtime.getRuntime().availableProcessors();
    Endpoint endpoint = Endpoint.onLoopback(settings, 8094);
    int schedulers = settings.integer("SCHEDULER_THREADS", Math.max(2, cpus), 1, 1_000);
    // Older than virtual threads: a number is all that it may be.
    int threads = settings.integer("WORKERS", 200, 1, 20_000);
    MyServlet servlet =
        switch (settings.oneOf("MODE", "blocking", "blocking", "complete", "resume")) {
          case "complete" -> new CompleteServlet(endpoint.delay(), schedulers);
          case "resume" -> new ResumeServlet(endpoint.delay(), schedulers);
          default -> new BlockingServlet(endpoint.delay());
        };
    return OldJetty.start(endpoint, threads, servlet);
  }
}
