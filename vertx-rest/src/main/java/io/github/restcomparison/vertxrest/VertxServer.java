package io.github.restcomparison.vertxrest;

import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.RequestCount;
import io.github.restcomparison.contract.RunningService;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** As many verticles as event loops; Vert.x spreads the connections over them. */
final class VertxServer implements RunningService {
  private final Vertx vertx;
  private final List<RestVerticle> verticles;
  private final RequestCount requests;
  private final Endpoint endpoint;
  private final int eventLoops;

  private VertxServer(
      Vertx vertx,
      List<RestVerticle> verticles,
      RequestCount requests,
      Endpoint endpoint,
      int eventLoops) {
    this.vertx = vertx;
    this.verticles = verticles;
    this.requests = requests;
    this.endpoint = endpoint;
    this.eventLoops = eventLoops;
  }

  static VertxServer start(
      Endpoint endpoint, int eventLoops, boolean nativeTransport, boolean virtual)
      throws IOException {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(eventLoops)
                .setPreferNativeTransport(nativeTransport));
    RequestCount requests = new RequestCount();
    List<RestVerticle> verticles = new CopyOnWriteArrayList<>();
    Future<String> deployed =
        vertx.deployVerticle(
            () -> {
              RestVerticle verticle = new RestVerticle(endpoint, requests, virtual);
              verticles.add(verticle);
              return verticle;
            },
            new DeploymentOptions()
                .setInstances(eventLoops)
                .setThreadingModel(
                    virtual ? ThreadingModel.VIRTUAL_THREAD : ThreadingModel.EVENT_LOOP));
    try {
      deployed.await(30, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      vertx.close();
      throw new IOException("not listening after 30 s", e);
    } catch (Exception e) {
      // Each transport has an exception of its own for an address that it cannot have.
      vertx.close();
      throw new BindException(e.getMessage());
    }
    return new VertxServer(vertx, verticles, requests, endpoint, eventLoops);
  }

  @Override
  public URI uri() {
    return endpoint.resource(verticles.getFirst().port());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "eventLoops",
        Integer.toString(eventLoops),
        "transport",
        vertx.isNativeTransportEnabled() ? "epoll" : "NIO",
        "keepAliveRequests",
        "unlimited",
        "keepAliveIdle",
        "unlimited");
  }

  @Override
  public RequestCount requests() {
    return requests;
  }

  @Override
  public void close() {
    try {
      Future.join(verticles.stream().map(verticle -> verticle.drain(DRAIN_MS)).toList())
          .await(DRAIN_MS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | RuntimeException e) {
      // The grace is over: what is left is cut off below.
    } finally {
      vertx.close();
    }
  }
}
