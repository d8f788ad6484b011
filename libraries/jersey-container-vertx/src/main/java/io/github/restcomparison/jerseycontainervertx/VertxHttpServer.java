package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.glassfish.jersey.server.spi.WebServer;

/**
 * A server with an application in it, an event loop for each CPU. {@link VertxHttpServerFactory}
 * and {@link jakarta.ws.rs.SeBootstrap} make them; each serves once.
 *
 * <p>It has a Vert.x of its own, or that which it is deployed in: {@code
 * vertx.deployVerticle(server)} starts a server that has not been started, and the end of the
 * deployment stops it.
 */
public final class VertxHttpServer implements WebServer, Deployable, AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /** What {@link URI#getPort} is without a port. */
  private static final int NOT_GIVEN = -1;

  /** Vert.x shares a free port among those that listen at the same negative one. */
  private static final AtomicInteger FREE_PORTS = new AtomicInteger();

  private final VertxHttpContainer container;
  private final URI asked;
  private final HttpServerOptions options;
  private volatile int port;
  private Vertx vertx;
  private volatile Supplier<Future<Void>> end;
  private CompletionStage<Void> stopped;

  /**
   * Creates a server that does not listen yet.
   *
   * @param asked its address, before it is bound
   */
  VertxHttpServer(VertxHttpContainer container, URI asked, HttpServerOptions options) {
    this.container = container;
    this.asked = asked;
    this.options = options;
    this.port = asked.getPort();
  }

  /**
   * Begins to serve, in a Vert.x of its own.
   *
   * @return fails if it cannot listen there; nothing is left of it then
   * @throws IllegalStateException if it has been started before
   */
  @Override
  public CompletionStage<Void> start() {
    return start(null);
  }

  /** Begins to serve, on event loops of the Vert.x that deploys it. */
  @Override
  public Future<?> deploy(Context context) {
    return Future.fromCompletionStage(start(context.owner()), context);
  }

  /** The same as {@link #stop}. */
  @Override
  public Future<?> undeploy(Context context) {
    return Future.fromCompletionStage(stop(), context);
  }

  private synchronized CompletionStage<Void> start(Vertx given) {
    if (vertx != null || stopped != null) {
      throw new IllegalStateException(asked + ": it has been started before");
    }
    int loops = Runtime.getRuntime().availableProcessors();
    vertx = given == null ? newVertx(loops) : given;
    end = given == null ? vertx::close : Future::succeededFuture;
    // The application's listeners may block, and what it deploys must not end with the context.
    return CompletableFuture.runAsync(() -> serve(loops, given != null), RequestThreads::run);
  }

  private void serve(int loops, boolean isShared) {
    try {
      container.start();
      int freePort = FREE_PORTS.decrementAndGet();
      Future<String> deployed =
          vertx.deployVerticle(
              () -> context -> listen(freePort), new DeploymentOptions().setInstances(loops));
      if (isShared) {
        end =
            () ->
                deployed.transform(
                    id -> id.succeeded() ? vertx.undeploy(id.result()) : Future.succeededFuture());
      }
      // a future of a Vert.x that is closed is not completed, its stage is
      await(deployed.toCompletionStage().thenAccept(id -> {}));
    } catch (RuntimeException e) {
      await(stopNow());
      throw e;
    }
  }

  private static Vertx newVertx(int loops) {
    return Vertx.vertx(
        new VertxOptions()
            .setEventLoopPoolSize(loops)
            .setPreferNativeTransport(true)
            // A report of a blocked event loop names what blocks it.
            .setWarningExceptionTime(VertxOptions.DEFAULT_MAX_EVENT_LOOP_EXECUTE_TIME));
  }

  /** Has the current event loop listen: all of them share the port. */
  private Future<HttpServer> listen(int freePort) {
    int given = asked.getPort();
    int usual = options.isSsl() ? HTTPS : HTTP;
    return vertx
        .createHttpServer(options)
        .requestHandler(container)
        .listen(given == NOT_GIVEN ? usual : given == 0 ? freePort : given, asked.getHost())
        .onSuccess(listening -> port = listening.actualPort());
  }

  /**
   * Answers the requests that it has, for at most {@link VertxContainerProperties#STOP_GRACE_MS},
   * and refuses all others with 503; then tells the application, and closes all connections. Its
   * own Vert.x ends with it.
   */
  @Override
  public synchronized CompletionStage<Void> stop() {
    if (stopped == null) {
      stopped =
          vertx == null
              ? CompletableFuture.completedFuture(null)
              : CompletableFuture.runAsync(this::drain, RequestThreads::run);
    }
    return stopped;
  }

  private void drain() {
    try {
      container.drain();
      container.stop();
    } finally {
      await(end.get().toCompletionStage());
    }
  }

  /** The same as {@link #stop} without a grace period: requests without a response get 503. */
  public CompletionStage<Void> stopNow() {
    container.cutOff();
    return stop();
  }

  /** The same as {@link #stop}, and waits for it. */
  @Override
  public void close() {
    await(stop(), LIMIT.plus(container.stopGrace()));
  }

  /**
   * Waits for what event loops do.
   *
   * @throws RuntimeException what has failed
   */
  static void await(CompletionStage<Void> stage) {
    await(stage, LIMIT);
  }

  private static void await(CompletionStage<Void> stage, Duration limit) {
    try {
      stage.toCompletableFuture().copy().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Where the application is, with the port that the server is bound to. */
  public URI baseUri() {
    return URI.create(
        "%s://%s:%d%s".formatted(asked.getScheme(), asked.getHost(), port(), asked.getRawPath()));
  }

  /** The application in it. */
  @Override
  public VertxHttpContainer container() {
    return container;
  }

  /** The port that it is bound to; before that, the requested one. */
  @Override
  public int port() {
    return port;
  }

  /** The server's Vert.x, if its class is requested and it has started; else null. */
  @Override
  public <T> T unwrap(Class<T> nativeClass) {
    return nativeClass.isInstance(vertx) ? nativeClass.cast(vertx) : null;
  }
}
