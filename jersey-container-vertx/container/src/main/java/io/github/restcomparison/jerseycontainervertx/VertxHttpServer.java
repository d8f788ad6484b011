package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.spi.Container;
import org.glassfish.jersey.server.spi.WebServer;

/**
 * A server with an application in it, and a Vert.x of its own with an event loop for each CPU.
 * {@link VertxHttpServerFactory} and {@link jakarta.ws.rs.SeBootstrap} make them; each serves once.
 */
public final class VertxHttpServer implements WebServer, AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(30);

  /** Vert.x shares a free port among those that listen at the same negative one. */
  private static final int FREE_PORT = -1;

  private final VertxHttpContainer container;
  private final URI requested;
  private final HttpServerOptions options;
  private volatile int port;
  private Vertx vertx;

  /** Null before the start. */
  private CompletableFuture<Void> started;

  private CompletionStage<Void> stopped;

  /**
   * Creates a server that does not listen yet.
   *
   * @param requested its address, before it is bound
   */
  VertxHttpServer(VertxHttpContainer container, URI requested, HttpServerOptions options) {
    this.container = container;
    this.requested = requested;
    this.options = options;
    this.port = requested.getPort();
  }

  /**
   * Begins to serve.
   *
   * @return fails if it cannot listen there; nothing is left of it then
   * @throws IllegalStateException if it has been started before
   */
  @Override
  public synchronized CompletionStage<Void> start() {
    if (started != null || stopped != null) {
      throw new IllegalStateException(requested + ": it has been started before");
    }
    int loops = Runtime.getRuntime().availableProcessors();
    vertx = newVertx(loops);
    // The application's listeners may block.
    started = CompletableFuture.runAsync(() -> serve(loops), RequestThreads::run);
    return started.exceptionallyCompose(
        error -> stop(Duration.ZERO).thenCompose(end -> CompletableFuture.failedStage(error)));
  }

  private void serve(int loops) {
    container.start();
    DeploymentOptions instances = new DeploymentOptions().setInstances(loops);
    Future<String> deployed = vertx.deployVerticle(() -> context -> listen(), instances);
    // a future of a Vert.x that is closed meanwhile is not completed, its stage is
    await(deployed.toCompletionStage(), LIMIT);
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
  private Future<HttpServer> listen() {
    int usual = options.isSsl() ? Container.DEFAULT_HTTPS_PORT : Container.DEFAULT_HTTP_PORT;
    int given = requested.getPort() < 0 ? usual : requested.getPort();
    return vertx
        .createHttpServer(options)
        .requestHandler(container)
        .listen(given == 0 ? FREE_PORT : given, requested.getHost())
        .onSuccess(listening -> port = listening.actualPort());
  }

  /** The same as {@link #stop(Duration)} with a grace period of 10 s. */
  @Override
  public CompletionStage<Void> stop() {
    return stop(VertxHttpContainer.GRACE);
  }

  /**
   * Completes the requests that it has, and refuses all others with 503; then informs the
   * application, and closes all connections.
   *
   * @param grace how long requests may still take, of any length; they get 503 then
   */
  public synchronized CompletionStage<Void> stop(Duration grace) {
    Objects.requireNonNull(grace, "grace");
    if (stopped == null) {
      stopped =
          started == null
              ? CompletableFuture.completedFuture(null)
              : started.handleAsync((begun, error) -> end(grace), RequestThreads::run);
    }
    return stopped;
  }

  private Void end(Duration grace) {
    try {
      container.drain(grace);
      container.stop();
    } finally {
      await(vertx.close().toCompletionStage(), LIMIT);
    }
    return null;
  }

  /** The same as {@link #stop()}, and waits for it. */
  @Override
  public void close() {
    await(stop(), LIMIT.plus(VertxHttpContainer.GRACE));
  }

  /**
   * Waits for what event loops do.
   *
   * @throws RuntimeException what has failed
   */
  static <T> T await(CompletionStage<T> stage, Duration limit) {
    try {
      return stage
          .toCompletableFuture()
          .copy()
          .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
          .join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Returns the URI of the application, with the port that the server is bound to. */
  public URI baseUri() {
    return URI.create(
        "%s://%s:%d%s"
            .formatted(requested.getScheme(), requested.getHost(), port(), requested.getRawPath()));
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
