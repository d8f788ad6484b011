package io.github.restcomparison.vertxserver;

import io.github.restcomparison.metrics.ServiceMetrics;
import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.RequestCount;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a {@link VertxServer} serves.
 *
 * @param handlers makes the handler of each event loop; it is called on that loop
 * @param virtual whether each request has a virtual thread, on which its handler is called
 * @param requests counts those of the resource
 * @param admission decides which requests are served
 * @param metrics of the service, where it publishes them
 * @param close releases its resources, once no request needs them
 */
public record Application(
    Function<Vertx, Handler<HttpServerRequest>> handlers,
    boolean virtual,
    RequestCount requests,
    Admission admission,
    Optional<ServiceMetrics> metrics,
    Runnable close) {}
