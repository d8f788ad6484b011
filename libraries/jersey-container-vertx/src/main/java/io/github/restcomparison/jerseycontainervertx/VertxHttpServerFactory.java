package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.glassfish.jersey.server.ResourceConfig;

/** Starts servers with an application in them, an event loop for each CPU. */
public final class VertxHttpServerFactory {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /** What {@link URI#getPort} is without a port. */
  private static final int NOT_SAID = -1;

  /** Vert.x's sign for any free port that all verticles share. */
  private static final int ANY_FREE_FOR_ALL = -1;

  private VertxHttpServerFactory() {}

  /**
   * Starts one over HTTP/1.1, and HTTP/2 without TLS for clients who ask for it.
   *
   * @param baseUri where: its host, port (0 for any free one), and path
   * @throws RuntimeException where it cannot listen there
   */
  public static VertxHttpServer createHttpServer(URI baseUri, ResourceConfig configuration) {
    return createHttpServer(baseUri, configuration, new HttpServerOptions());
  }

  /**
   * The same with options of Vert.x's own, such as TLS.
   *
   * @throws IllegalArgumentException where the URI says {@code https} and the options do not, or
   *     the other way round
   * @throws RuntimeException where it cannot listen there
   */
  public static VertxHttpServer createHttpServer(
      URI baseUri, ResourceConfig configuration, HttpServerOptions options) {
    if ("https".equalsIgnoreCase(baseUri.getScheme()) != options.isSsl()) {
      throw new IllegalArgumentException(
          "%s, and options with%s TLS".formatted(baseUri, options.isSsl() ? "" : "out"));
    }
    VertxHttpContainer container = new VertxHttpContainer(configuration, baseUri.getPath());
    int loops = Runtime.getRuntime().availableProcessors();
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(loops).setPreferNativeTransport(true));
    List<Listener> listeners = new CopyOnWriteArrayList<>();
    try {
      container.start();
      VertxHttpServer.await(
          vertx.deployVerticle(
              () -> {
                Listener listener = new Listener(container, baseUri, options);
                listeners.add(listener);
                return listener;
              },
              new DeploymentOptions().setInstances(loops)));
    } catch (RuntimeException e) {
      vertx.close();
      container.stop();
      throw e;
    }
    return new VertxHttpServer(vertx, container, bound(baseUri, listeners.getFirst().port()));
  }

  private static URI bound(URI baseUri, int port) {
    return URI.create(
        "%s://%s:%d%s"
            .formatted(baseUri.getScheme(), baseUri.getHost(), port, baseUri.getRawPath()));
  }

  /** One event loop. */
  private static final class Listener extends VerticleBase {
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
}
