package io.github.restcomparison.jetty;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import io.github.restcomparison.servlets.BlockingServlet;
import io.github.restcomparison.servlets.MyServlet;
import java.io.IOException;

/** Jetty with a servlet that waits in one of three ways. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("jetty", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    int cpus = Runtime.getRuntime().availableProcessors();
    Endpoint endpoint = Endpoint.of(settings, 8093);
    Workers workers = Workers.of(settings);
    int schedulers = settings.integer("SCHEDULER_THREADS", Math.max(2, cpus), 1, 1_000);
    MyServlet servlet =
        switch (settings.oneOf("MODE", "blocking", "blocking", "complete", "resume")) {
          case "complete" -> new CompleteServlet(endpoint.delay(), schedulers);
          case "resume" -> new ResumeServlet(endpoint.delay(), schedulers);
          default -> new BlockingServlet(endpoint.delay());
        };
    return JettyServer.start(endpoint, Limits.of(settings), workers, servlet);
  }
}
