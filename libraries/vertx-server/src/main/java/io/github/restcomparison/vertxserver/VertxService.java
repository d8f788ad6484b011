package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.ConnectionLimits;
import io.github.restcomparison.servicekit.Metrics;
import io.github.restcomparison.servicekit.Protocol;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.StopLimit;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A service on Vert.x core. Each event loop accepts its share of the connections, reads, and calls
 * the handler, which must not block it.
 */
public abstract class VertxService extends Service {
  @Option(names = "--event-loops", paramLabel = "1..256")
  private int eventLoops = Runtime.getRuntime().availableProcessors();

  @Option(names = "--transport", paramLabel = "native|nio")
  private String transport = "native";

  @Option(names = "--http2-streams", paramLabel = "1..100000")
  private int http2Streams = 100;

  @Mixin private final ConnectionLimits limits = new ConnectionLimits();
  @Mixin private final Requests requests = new Requests();
  @Mixin private final Protocol protocol = new Protocol();
  @Mixin private final Metrics metrics = new Metrics();

  /**
   * @param port the default of {@code --port}
   */
  protected VertxService(int port) {
    super(port);
  }

  /**
   * Serves a handler on event loops.
   *
   * @param longestWait that a request can have, during which its connection is silent
   * @param handler makes it; all event loops call it
   * @throws IOException if the server cannot start; nothing is left running then
   */
  protected final StartedServer onEventLoops(
      Duration longestWait, Function<Vertx, Handler<HttpServerRequest>> handler)
      throws IOException {
    return serve(longestWait, false, handler);
  }

  /**
   * Serves a handler that is called on a virtual thread for each request, and may await futures.
   *
   * @param longestWait as for {@link #onEventLoops}
   * @throws IOException if the server cannot start; nothing is left running then
   */
  protected final StartedServer onVirtualThreads(
      Duration longestWait, Function<Vertx, Handler<HttpServerRequest>> handler)
      throws IOException {
    return serve(longestWait, true, handler);
  }

  private StartedServer serve(
      Duration longestWait, boolean virtual, Function<Vertx, Handler<HttpServerRequest>> handler)
      throws IOException {
    HttpServerOptions options = options(longestWait);
    metrics.show(requests, 0);
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(eventLoops)
                .setPreferNativeTransport(transport.equals("native"))
                // Without files to serve it needs no folder for copies of them.
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    ServiceHandler handling = new ServiceHandler(vertx, requests, metrics, handler.apply(vertx));
    List<HttpServer> servers = new CopyOnWriteArrayList<>();
    Future<String> deployed =
        vertx.deployVerticle(
            () -> verticle(options, handling, servers),
            new DeploymentOptions()
                .setInstances(eventLoops)
                .setThreadingModel(
                    virtual ? ThreadingModel.VIRTUAL_THREAD : ThreadingModel.EVENT_LOOP));
    try {
      deployed.await(30, TimeUnit.SECONDS);
    } catch (TimeoutException | RuntimeException e) {
      end(vertx, StartedServer.STOP_MS);
      throw new IOException("cannot start: " + e.getMessage(), e);
    }
    return new Running(vertx, servers);
  }

  /** One event loop. With port 0 each would have a port of its own; -1 is a free one for all. */
  private VerticleBase verticle(
      HttpServerOptions options, ServiceHandler handler, List<HttpServer> servers) {
    return new VerticleBase() {
      @Override
      public Future<?> start() {
        HttpServer server = vertx.createHttpServer(options);
        servers.add(server);
        return server
            .requestHandler(handler)
            .listen(endpoint.port() == 0 ? -1 : endpoint.port(), endpoint.host());
      }
    };
  }

  private HttpServerOptions options(Duration longestWait) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setAcceptBacklog(endpoint.backlog())
            // It also ends connections whose request waits, so that it must be longer. The one for
            // writes, too, would add a listener to each of them.
            .setReadIdleTimeout(Math.toIntExact(limits.idle().plus(longestWait).toMillis()))
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setMaxInitialLineLength(limits.headBytes())
            .setMaxHeaderSize(limits.headBytes())
            .setInitialSettings(
                new Http2Settings()
                    .setMaxConcurrentStreams(http2Streams)
                    .setMaxHeaderListSize(limits.headBytes()));
    if (protocol.isTls()) {
      options
          .setSsl(true)
          .setKeyCertOptions(
              new PfxOptions()
                  .setPath(protocol.keyStore().toString())
                  .setPassword(Protocol.KEY_STORE_PASSWORD));
    }
    return options
        .setUseAlpn(protocol.isTls() && protocol.isHttp2())
        .setHttp2ClearTextEnabled(!protocol.isTls() && protocol.isHttp2());
  }

  private final class Running implements StartedServer {
    private final Vertx vertx;
    private final List<HttpServer> servers;

    private Running(Vertx vertx, List<HttpServer> servers) {
      this.vertx = vertx;
      this.servers = servers;
    }

    @Override
    public URI uri() {
      return protocol.resource(endpoint, servers.getFirst().actualPort());
    }

    @Override
    public Map<String, String> configuration() {
      return Map.of(
          "transport",
          vertx.isNativeTransportEnabled() ? "epoll" : "NIO",
          "keepAliveRequests",
          "unlimited");
    }

    @Override
    public Requests requests() {
      return requests;
    }

    /** Vert.x's own drain would drop requests that it has received and not read yet. */
    @Override
    public void close() {
      StopLimit limit = new StopLimit();
      requests.drain(DRAIN_MS);
      release();
      end(vertx, limit.leftMs());
      metrics.close();
    }
  }

  /** Returns when the threads of {@code vertx} have ended, or the time is over. */
  private static void end(Vertx vertx, int ms) {
    try {
      vertx.close().await(ms, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | RuntimeException e) {
      // Its threads end with the JVM.
    }
  }
}
