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
import org.glassfish.jersey.server.spi.Container;
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
  static final Duration LIMIT = Duration.ofSeconds(30);

  /** Vert.x shares a free port among those that listen at the same negative one. */
  private static final AtomicInteger FREE_PORTS = new AtomicInteger();

  private final VertxHttpContainer container;
  private final URI asked;
  private final HttpServerOptions options;
  private volatile int port;
  private Vertx vertx;

  /** True if others end the Vert.x. */
  private boolean isShared;

  /** Its id in the Vert.x; null before the start. */
  private CompletableFuture<String> deployment;

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
    if (deployment != null || stopped != null) {
      throw new IllegalStateException(asked + ": it has been started before");
    }
    int loops = Runtime.getRuntime().availableProcessors();
    isShared = given != null;
    vertx = isShared ? given : newVertx(loops);
    // The application's listeners may block, and what it deploys must not end with the context.
    deployment = CompletableFuture.supplyAsync(() -> deploy(loops), RequestThreads::run);
    return deployment
        .<Void>thenApply(id -> null)
        .exceptionallyCompose(
            error -> stopNow().thenCompose(end -> CompletableFuture.failedStage(error)));
  }

  private String deploy(int loops) {
    container.start();
    int freePort = FREE_PORTS.decrementAndGet();
    DeploymentOptions instances = new DeploymentOptions().setInstances(loops);
    Future<String> deployed = vertx.deployVerticle(() -> context -> listen(freePort), instances);
    // a future of a Vert.x that is closed meanwhile is not completed, its stage is
    return await(deployed.toCompletionStage(), LIMIT);
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
    int usual = options.isSsl() ? Container.DEFAULT_HTTPS_PORT : Container.DEFAULT_HTTP_PORT;
    int given = asked.getPort() < 0 ? usual : asked.getPort();
    return vertx
        .createHttpServer(options)
        .requestHandler(container)
        .listen(given == 0 ? freePort : given, asked.getHost())
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
          deployment == null
              ? CompletableFuture.completedFuture(null)
              : deployment.handleAsync((id, error) -> end(id), RequestThreads::run);
    }
    return stopped;
  }

  /** Ends it behind its start; the id is null if that has failed. */
  private Void end(String id) {
    try {
      container.drain();
      container.stop();
    } finally {
      if (!isShared || id != null) {
        Future<Void> ended = isShared ? vertx.undeploy(id) : vertx.close();
        await(ended.toCompletionStage(), LIMIT);
      }
    }
    return null;
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
