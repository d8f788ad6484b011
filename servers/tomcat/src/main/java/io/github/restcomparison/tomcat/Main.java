package io.github.restcomparison.tomcat;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import io.github.restcomparison.servlets.BlockingServlet;
import io.github.restcomparison.servlets.MyServlet;
import java.io.IOException;

/** Tomcat with a servlet that waits in one of three ways. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("tomcat", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.of(settings, 8091);
    Workers workers = Workers.of(settings);
    MyServlet servlet =
        switch (settings.oneOf("MODE", "blocking", "blocking", "queue", "start")) {
          case "queue" -> new QueueServlet(endpoint.delay());
          case "start" -> new StartServlet(endpoint.delay());
          default -> new BlockingServlet(endpoint.delay());
        };
    return TomcatServer.start(endpoint, Limits.of(settings), workers, servlet);
  }
}
