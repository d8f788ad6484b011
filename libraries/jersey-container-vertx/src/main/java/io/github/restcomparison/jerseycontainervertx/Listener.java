package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;

/** One event loop of a server: all of them listen on its port, and take connections by turns. */
final class Listener extends VerticleBase {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /** What {@link URI#getPort} is without a port. */
  private static final int NOT_SAID = -1;

  /** Vert.x's sign for any free port that all verticles share. */
  private static final int ANY_FREE_FOR_ALL = -1;

  private final VertxHttpContainer container;
  private final URI baseUri;
  private final HttpServerOptions options;
  private HttpServer server;

  Listener(VertxHttpContainer container, URI baseUri, HttpServerOptions options) {
    this.container = container;
    this.baseUri = baseUri;
    this.options = options;
  }

  @Override
  public Future<?> start() {
    int port =
        switch (baseUri.getPort()) {
          case NOT_SAID -> options.isSsl() ? HTTPS : HTTP;
          case 0 -> ANY_FREE_FOR_ALL;
          default -> baseUri.getPort();
        };
    server = vertx.createHttpServer(options).requestHandler(container);
    return server.listen(port, baseUri.getHost());
  }

  int port() {
    return server.actualPort();
  }
}
