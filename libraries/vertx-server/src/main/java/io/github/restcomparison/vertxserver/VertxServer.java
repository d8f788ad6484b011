package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.RunningService;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;

/** As many verticles as event loops; Vert.x spreads the connections over them. */
record VertxServer(
    Vertx vertx, List<HttpServer> loops, URI uri, Requests requests, Runnable stopped)
    implements RunningService {

  static VertxServer start(
      Vertx vertx,
      int eventLoops,
      boolean virtual,
      HttpServerOptions options,
      Endpoint endpoint,
      IntFunction<URI> uri,
      Function<Vertx, Handler<HttpServerRequest>> handlers,
      Requests requests,
      Runnable stopped)
      throws IOException {
    List<HttpServer> loops = new CopyOnWriteArrayList<>();
    // With 0 each event loop would have a port of its own; -1 is a free one for all.
    int port = endpoint.port() == 0 ? -1 : endpoint.port();
    Future<String> deployed =
        vertx.deployVerticle(
            () ->
                new VerticleBase() {
                  @Override
                  public Future<?> start() {
                    HttpServer server = vertx.createHttpServer(options);
                    loops.add(server);
                    return server
                        .requestHandler(handlers.apply(vertx))
                        .listen(port, endpoint.host());
                  }
                },
            new DeploymentOptions()
                .setInstances(eventLoops)
                .setThreadingModel(
                    virtual ? ThreadingModel.VIRTUAL_THREAD : ThreadingModel.EVENT_LOOP));
    try {
      deployed.await(30, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      end(vertx);
      throw new IOException("not listening after 30 s", e);
    } catch (RuntimeException e) {
      end(vertx);
      throw new IOException("cannot start: " + e.getMessage(), e);
    }
    return new VertxServer(
        vertx, loops, uri.apply(loops.getFirst().actualPort()), requests, stopped);
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "eventLoops",
        Integer.toString(loops.size()),
        "transport",
        vertx.isNativeTransportEnabled() ? "epoll" : "NIO",
        "keepAliveRequests",
        "unlimited");
  }

  /** Vert.x's own drain would drop requests that it has received and not read yet. */
  @Override
  public void close() {
    requests.drain(DRAIN_MS);
    stopped.run();
    end(vertx);
  }

  /** Returns when the threads of {@code vertx} have ended, or after two seconds. */
  private static void end(Vertx vertx) {
    try {
      vertx.close().await(2, TimeUnit.SECONDS);
    } catch (TimeoutException | RuntimeException e) {
      // Its threads end with the JVM.
    }
  }
}
