package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.Metrics;
import io.github.restcomparison.servicekit.Protocol;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Service;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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

  @Mixin private final Limits limits = new Limits();
  @Mixin private final Requests requests = new Requests();
  @Mixin private final Protocol protocol = new Protocol();
  @Mixin private final Metrics metrics = new Metrics();

  /**
   * @param port the default of {@code --port}
   */
  protected VertxService(int port) {
    super(port);
  }

  /** How many event loops there are, 1 to 256. */
  protected final int eventLoops() {
    return eventLoops;
  }

  /**
   * Serves a handler on event loops.
   *
   * @param longestWait that a request can have, during which its connection is silent
   * @param handlers makes the handler of each event loop
   * @throws IOException if the server cannot start; nothing is left running then
   */
  protected final RunningService onEventLoops(
      Duration longestWait, Function<Vertx, Handler<HttpServerRequest>> handlers)
      throws IOException {
    return serve(longestWait, false, handlers);
  }

  /**
   * Serves a handler that is called on a virtual thread for each request, and may await futures.
   *
   * @param longestWait as for {@link #onEventLoops}
   * @throws IOException if the server cannot start; nothing is left running then
   */
  protected final RunningService onVirtualThreads(
      Duration longestWait, Function<Vertx, Handler<HttpServerRequest>> handlers)
      throws IOException {
    return serve(longestWait, true, handlers);
  }

  /**
   * Returns a function that makes one handler for all event loops, on the first of them.
   *
   * @param handler makes it
   */
  protected static Function<Vertx, Handler<HttpServerRequest>> once(
      Function<Vertx, Handler<HttpServerRequest>> handler) {
    return new Function<>() {
      private Handler<HttpServerRequest> made;

      @Override
      public synchronized Handler<HttpServerRequest> apply(Vertx vertx) {
        made = made == null ? handler.apply(vertx) : made;
        return made;
      }
    };
  }

  private RunningService serve(
      Duration longestWait, boolean virtual, Function<Vertx, Handler<HttpServerRequest>> handlers)
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
    return VertxServer.start(
        vertx,
        eventLoops,
        virtual,
        options,
        endpoint,
        port -> protocol.resource(endpoint, port),
        loop -> new ServiceHandler(loop, requests, metrics, handlers.apply(loop)),
        requests,
        () -> {
          release();
          metrics.close();
        });
  }

  private HttpServerOptions options(Duration longestWait) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setAcceptBacklog(endpoint.backlog())
            // It also ends connections whose request waits, so that it must be longer.
            .setIdleTimeout(Math.toIntExact(limits.idle().plus(longestWait).toMillis()))
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
}
