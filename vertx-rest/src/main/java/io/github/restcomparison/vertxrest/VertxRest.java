package io.github.restcomparison.vertxrest;

import io.github.restcomparison.metrics.ServiceMetrics;
import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.SimulatedDelay;
import io.github.restcomparison.vertxserver.Application;
import io.github.restcomparison.vertxserver.BackEndClient;
import io.github.restcomparison.vertxserver.VertxServer;
import java.io.IOException;
import java.util.Optional;

/**
 * The service, for one kind of back end that its requests may wait for in place of a clock.
 *
 * @param defaultPort without the setting {@code PORT}
 * @param backEndKind {@link BackEnd#HTTP} or {@link BackEnd#SQL}
 * @param clients of that back end
 */
public record VertxRest(int defaultPort, String backEndKind, BackEndClient.Factory clients) {
  /**
   * Starts it.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where a setting cannot be used
   * @throws IOException where it cannot listen
   */
  public RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.of(settings, defaultPort, backEndKind);
    boolean virtual =
        settings.oneOf("THREADS", "event-loop", "event-loop", "virtual").equals("virtual");
    Limits limits = Limits.of(settings);
    Optional<BackEnd> backEnd = BackEnd.of(settings, endpoint.delay(), limits);
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
                    SimulatedDelay.of(settings, endpoint.delay(), limits),
                    backEnd.map(asked -> clients.of(vertx, endpoint, asked, eventLoops)),
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
