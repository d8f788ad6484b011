package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.exchange.VirtualThreads;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.spi.WebServer;

/**
 * A server with an application in it, an event loop for each CPU. {@link VertxHttpServerFactory}
 * and {@link jakarta.ws.rs.SeBootstrap} make them; each serves once.
 */
public final class VertxHttpServer implements WebServer, AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final VertxHttpContainer container;
  private final URI asked;
  private final HttpServerOptions options;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private Vertx vertx;
  private CompletionStage<Void> stopped;

  /**
   * One that does not listen yet.
   *
   * @param asked where it will
   */
  VertxHttpServer(VertxHttpContainer container, URI asked, HttpServerOptions options) {
    this.container = container;
    this.asked = asked;
    this.options = options;
  }

  /**
   * Begins to serve.
   *
   * @return fails where it cannot listen there; nothing is left of it then
   * @throws IllegalStateException if it has been started before
   */
  @Override
  public synchronized CompletionStage<Void> start() {
    if (vertx != null || stopped != null) {
      throw new IllegalStateException(asked + ": it has been started before");
    }
    container.start();
    int loops = Runtime.getRuntime().availableProcessors();
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(loops)
                .setPreferNativeTransport(true)
                // A report of a blocked event loop names what blocks it.
                .setWarningExceptionTime(VertxOptions.DEFAULT_MAX_EVENT_LOOP_EXECUTE_TIME));
    return vertx
        .deployVerticle(this::listener, new DeploymentOptions().setInstances(loops))
        .toCompletionStage()
        .handle(
            (id, failed) ->
                failed == null
                    ? CompletableFuture.<Void>completedFuture(null)
                    : stopNow().<Void>thenCompose(closed -> CompletableFuture.failedStage(failed)))
        .thenCompose(done -> done);
  }

  private Listener listener() {
    Listener listener = new Listener(container, asked, options);
    listeners.add(listener);
    return listener;
  }

  /**
   * Answers the requests that it has, for at most {@link VertxContainerProperties#STOP_GRACE_MS},
   * and refuses all others with 503; then tells the application, and closes all connections. The
   * event loops end with it.
   */
  @Override
  public synchronized CompletionStage<Void> stop() {
    if (stopped == null) {
      stopped =
          vertx == null
              ? CompletableFuture.completedFuture(null)
              : CompletableFuture.runAsync(this::endApplication, VirtualThreads::run)
                  .handle((done, failed) -> closeVertx(failed))
                  .thenCompose(closed -> closed);
    }
    return stopped;
  }

  private void endApplication() {
    container.drain();
    container.stop();
  }

  private CompletionStage<Void> closeVertx(Throwable failed) {
    CompletionStage<Void> closed = vertx.close().toCompletionStage();
    return failed == null
        ? closed
        : closed.thenCompose(done -> CompletableFuture.failedStage(failed));
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

  /** The port that it is bound to; the one that was asked for, before it is. */
  @Override
  public int port() {
    return listeners.isEmpty() ? asked.getPort() : listeners.get(0).port();
  }

  /** The Vert.x that serves, where that is asked for, and it has been started; else null. */
  @Override
  public <T> T unwrap(Class<T> nativeClass) {
    return nativeClass.isInstance(vertx) ? nativeClass.cast(vertx) : null;
  }
}
