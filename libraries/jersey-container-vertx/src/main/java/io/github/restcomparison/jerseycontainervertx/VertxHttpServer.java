package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server with an application in it, as {@link VertxHttpServerFactory} starts it. */
public final class VertxHttpServer implements AutoCloseable {
  private static final long LIMIT_S = 30;

  private final Vertx vertx;
  private final VertxHttpContainer container;
  private final URI baseUri;

  VertxHttpServer(Vertx vertx, VertxHttpContainer container, URI baseUri) {
    this.vertx = vertx;
    this.container = container;
    this.baseUri = baseUri;
  }

  /** Where the application is, with the port that the server is bound to. */
  public URI baseUri() {
    return baseUri;
  }

  /** The application in it. */
  public VertxHttpContainer container() {
    return container;
  }

  /** Closes all connections, and tells the application; the event loops end with it. */
  @Override
  public void close() {
    try {
      await(vertx.close());
    } finally {
      container.stop();
    }
  }

  /** Waits for what event loops do. */
  static <T> T await(Future<T> future) {
    try {
      return future.await(LIMIT_S, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("not done after %d s".formatted(LIMIT_S), e);
    }
  }
}
