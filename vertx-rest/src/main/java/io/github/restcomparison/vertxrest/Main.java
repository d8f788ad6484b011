package io.github.restcomparison.vertxrest;

import io.github.restcomparison.contract.Downstream;
import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.Limits;
import io.github.restcomparison.contract.RequestCount;
import io.github.restcomparison.contract.RunningService;
import io.github.restcomparison.contract.ServiceMain;
import io.github.restcomparison.contract.Settings;
import io.github.restcomparison.metrics.ServiceMetrics;
import java.io.IOException;

/** Vert.x core: a few event loops, and a timer for each request that waits. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("vertx-rest", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.ofGateway(settings, 8083, Downstream.HTTP);
    int eventLoops =
        settings.integer("EVENT_LOOPS", Runtime.getRuntime().availableProcessors(), 1, 256);
    boolean nativeTransport =
        settings.oneOf("TRANSPORT", "native", "native", "nio").equals("native");
    boolean virtual =
        settings.oneOf("THREADS", "event-loop", "event-loop", "virtual").equals("virtual");
    RequestCount requests = new RequestCount();
    Limits limits = Limits.of(settings);
    return VertxServer.start(
        new Service(
            endpoint,
            limits,
            virtual,
            Downstream.of(settings, endpoint.delay(), limits),
            requests,
            ServiceMetrics.of(settings, requests)),
        eventLoops,
        nativeTransport);
  }
}
