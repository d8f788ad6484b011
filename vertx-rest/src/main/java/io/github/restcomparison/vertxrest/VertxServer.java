package io.github.restcomparison.vertxrest;

import io.github.restcomparison.contract.RequestCount;
import io.github.restcomparison.contract.RunningService;
import io.github.restcomparison.metrics.ServiceMetrics;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
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
  /** The first may be late in a turn that has begun, the second be fired in the same one. */
  private static final int TURNS = 3;

  private final Vertx vertx;
  private final List<RestVerticle> verticles;
  private final Service service;
  private final int eventLoops;

  private VertxServer(Vertx vertx, List<RestVerticle> verticles, Service service, int eventLoops) {
    this.vertx = vertx;
    this.verticles = verticles;
    this.service = service;
    this.eventLoops = eventLoops;
  }

  static VertxServer start(Service service, int eventLoops, boolean nativeTransport)
      throws IOException {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(eventLoops)
                .setPreferNativeTransport(nativeTransport)
                // It serves no files, and would make a folder for copies of them at its start.
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    List<RestVerticle> verticles = new CopyOnWriteArrayList<>();
    Future<String> deployed =
        vertx.deployVerticle(
            () -> {
              RestVerticle verticle = new RestVerticle(service, eventLoops);
              verticles.add(verticle);
              return verticle;
            },
            new DeploymentOptions()
                .setInstances(eventLoops)
                .setThreadingModel(
                    service.virtual() ? ThreadingModel.VIRTUAL_THREAD : ThreadingModel.EVENT_LOOP));
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
    return new VertxServer(vertx, verticles, service, eventLoops);
  }

  @Override
  public URI uri() {
    return service.endpoint().resource(verticles.getFirst().port());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "eventLoops",
        Integer.toString(eventLoops),
        "transport",
        vertx.isNativeTransportEnabled() ? "epoll" : "NIO",
        "keepAliveRequests",
        "unlimited");
  }

  @Override
  public RequestCount requests() {
    return service.requests();
  }

  /**
   * Vert.x's own drain drops what has been sent to it and not yet read; so connections stay, and
   * take refusals, until nothing is in flight.
   */
  @Override
  public void close() {
    service.admission().drain(DRAIN_MS, this::awaitTurn);
    stop();
  }

  /** An event loop reads from all connections between two of its timers. */
  private void awaitTurn(long ms) {
    try {
      for (int turn = 0; turn < TURNS; turn++) {
        Future.join(verticles.stream().map(RestVerticle::turn).toList())
            .await(Math.max(1, ms / TURNS), TimeUnit.MILLISECONDS);
      }
    } catch (TimeoutException e) {
      // It has no time left.
    }
  }

  private void stop() {
    try {
      Future.join(verticles.stream().map(RestVerticle::shutdown).toList())
          .await(1, TimeUnit.SECONDS);
    } catch (TimeoutException | RuntimeException e) {
      // What does not close by itself is cut off below.
    } finally {
      vertx.close();
      service.metrics().ifPresent(ServiceMetrics::close);
    }
  }
}
