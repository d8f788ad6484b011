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
 * What is to be served.
 *
 * @param handlers makes the handler of each event loop; it is called on that loop
 * @param virtual whether each request has a virtual thread, on which its handler is called
 * @param requests those that the resource has seen
 * @param admission who is let in
 * @param metrics what it shows of itself, where it does
 * @param close frees what it holds, once no request needs it
 */
public record Application(
    Function<Vertx, Handler<HttpServerRequest>> handlers,
    boolean virtual,
    RequestCount requests,
    Admission admission,
    Optional<ServiceMetrics> metrics,
    Runnable close) {}
