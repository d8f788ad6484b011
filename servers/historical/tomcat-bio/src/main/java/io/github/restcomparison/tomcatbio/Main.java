package io.github.restcomparison.tomcatbio;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servletsjavax.BlockingServlet;
import io.github.restcomparison.servletsjavax.MyServlet;
import java.io.IOException;

/** Tomcat 8.0: one connector of either kind, and a servlet of either kind. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("tomcat-bio", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.onLoopback(settings, 8092);
    boolean blockingConnector = settings.oneOf("CONNECTOR", "bio", "bio", "nio").equals("bio");
    // Older than virtual threads: a number is all that it may be.
    int threads = settings.integer("WORKERS", 200, 1, 20_000);
    MyServlet servlet =
        switch (settings.oneOf("MODE", "blocking", "blocking", "start")) {
          case "start" -> new StartServlet(endpoint.delay());
          default -> new BlockingServlet(endpoint.delay());
        };
    return OldTomcat.start(endpoint, blockingConnector, threads, servlet);
  }
}
