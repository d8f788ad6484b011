package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.metrics.ServiceMetrics;
import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.SimulatedDelay;
import io.github.restcomparison.vertxserver.Application;
import io.github.restcomparison.vertxserver.HttpBackEndClient;
import io.github.restcomparison.vertxserver.VertxServer;
import java.io.IOException;
import java.util.Optional;

/** Jersey on Vert.x: a resource suspends on the event loop, or blocks a virtual thread. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("jersey-vertx", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    boolean blocks =
        settings.oneOf("THREADS", "event-loop", "event-loop", "virtual").equals("virtual");
    Endpoint endpoint =
        blocks ? Endpoint.of(settings, 8084) : Endpoint.of(settings, 8084, BackEnd.HTTP);
    Limits limits = Limits.of(settings);
    SimulatedDelay delay = SimulatedDelay.of(settings, endpoint.delay(), limits);
    Optional<BackEnd> backEnd = BackEnd.of(settings, endpoint.delay(), limits);
    RequestCount requests = new RequestCount();
    Optional<ServiceMetrics> metrics = ServiceMetrics.of(settings, requests);
    Jersey jersey =
        new Jersey(
            vertx ->
                backEnd.isPresent()
                    ? new BackEndResource(
                        new HttpBackEndClient(vertx, endpoint, backEnd.get(), 1), requests)
                    : blocks
                        ? new BlockingResource(delay, requests)
                        : new MyResource(vertx, delay, requests),
            metrics);
    return VertxServer.start(
        settings,
        endpoint,
        limits,
        new Application(
            jersey::handler,
            false,
            requests,
            new Admission(limits.waiting(), requests),
            metrics,
            jersey::close));
  }
}
