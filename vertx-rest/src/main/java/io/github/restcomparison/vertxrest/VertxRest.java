package io.github.restcomparison.vertxrest;

import io.github.restcomparison.metrics.ServiceMetrics;
import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Downstream;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.SimulatedDelay;
import io.github.restcomparison.vertxserver.Application;
import io.github.restcomparison.vertxserver.Gateway;
import io.github.restcomparison.vertxserver.VertxServer;
import java.io.IOException;
import java.util.Optional;

/**
 * The service, by what its requests may wait for beside a clock.
 *
 * @param defaultPort where {@code PORT} says nothing
 * @param remote the kind of back end: {@link Downstream#HTTP} or {@link Downstream#SQL}
 * @param gateways to that back end
 */
public record VertxRest(int defaultPort, String remote, Gateway.Factory gateways) {
  /**
   * Starts it.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where a setting cannot be used
   * @throws IOException where it cannot listen
   */
  public RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.ofGateway(settings, defaultPort, remote);
    boolean virtual =
        settings.oneOf("THREADS", "event-loop", "event-loop", "virtual").equals("virtual");
    Limits limits = Limits.of(settings);
    Optional<Downstream> downstream = Downstream.of(settings, endpoint.delay(), limits);
    int eventLoops = VertxServer.eventLoops(settings);
    RequestCount requests = new RequestCount();
    Admission admission = new Admission(limits.waiting(), requests);
    Optional<ServiceMetrics> metrics = ServiceMetrics.of(settings, requests);
    return VertxServer.start(
        settings,
        endpoint,
        limits,
        new Application(
            vertx ->
                new RestHandler(
                    vertx,
                    virtual,
                    new SimulatedDelay(endpoint.delay(), limits.timeout()),
                    downstream.map(backEnd -> gateways.of(vertx, endpoint, backEnd, eventLoops)),
                    requests,
                    admission,
                    metrics),
            virtual,
            requests,
            admission,
            metrics,
            () -> {}));
  }
}
