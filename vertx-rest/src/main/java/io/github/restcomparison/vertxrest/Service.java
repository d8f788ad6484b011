package io.github.restcomparison.vertxrest;

import io.github.restcomparison.contract.Admission;
import io.github.restcomparison.contract.BackEnd;
import io.github.restcomparison.contract.Downstream;
import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.Limits;
import io.github.restcomparison.contract.RequestCount;
import io.github.restcomparison.metrics.ServiceMetrics;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the verticles of one service share.
 *
 * @param virtual whether each request has a virtual thread
 * @param downstream the back end that requests wait for; absent where they wait for a clock
 * @param gateways to that back end
 * @param connections how many are open
 */
record Service(
    Endpoint endpoint,
    Limits limits,
    boolean virtual,
    Optional<Downstream> downstream,
    Gateway.Factory gateways,
    RequestCount requests,
    Admission admission,
    Optional<ServiceMetrics> metrics,
    AtomicInteger connections) {

  Service(
      Endpoint endpoint,
      Limits limits,
      boolean virtual,
      Optional<Downstream> downstream,
      Gateway.Factory gateways,
      RequestCount requests,
      Optional<ServiceMetrics> metrics) {
    this(
        endpoint,
        limits,
        virtual,
        downstream,
        gateways,
        requests,
        new Admission(limits.waiting(), requests),
        metrics,
        new AtomicInteger());
  }

  /** What one of the event loops asks the back end by, where there is one. */
  Optional<Gateway> gateway(Vertx vertx, int eventLoops) {
    return downstream.map(backEnd -> gateways.of(vertx, endpoint, backEnd, eventLoops));
  }

  BackEnd backEnd() {
    return new BackEnd(endpoint.delay(), limits.timeout());
  }

  HttpServerOptions options() {
    return new HttpServerOptions()
        .setAcceptBacklog(endpoint.backlog())
        .setMaxInitialLineLength(limits.headBytes())
        .setMaxHeaderSize(limits.headBytes())
        // The others speak HTTP/1.1 only.
        .setHttp2ClearTextEnabled(false);
  }
}
