package io.github.restcomparison.vertxrest;

import io.github.restcomparison.contract.Downstream;
import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.Limits;
import io.github.restcomparison.contract.RequestCount;
import io.github.restcomparison.contract.RunningService;
import io.github.restcomparison.contract.Settings;
import io.github.restcomparison.metrics.ServiceMetrics;
import java.io.IOException;

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
   * @throws io.github.restcomparison.contract.SettingException where a setting cannot be used
   * @throws IOException where it cannot listen
   */
  public RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.ofGateway(settings, defaultPort, remote);
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
            gateways,
            requests,
            ServiceMetrics.of(settings, requests)),
        eventLoops,
        nativeTransport);
  }
}
