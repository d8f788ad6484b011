package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.http.HttpServerOptions;
import jakarta.ws.rs.core.Application;
import java.net.URI;

/** Starts servers with an application in them, an event loop for each CPU. */
public final class VertxHttpServerFactory {
  private VertxHttpServerFactory() {}

  /**
   * Starts one over HTTP/1.1, and HTTP/2 without TLS for clients who ask for it.
   *
   * @param baseUri where: its host, port (0 for any free one), and path
   * @throws RuntimeException if it cannot listen there
   */
  public static VertxHttpServer createHttpServer(URI baseUri, Application application) {
    return createHttpServer(baseUri, application, new HttpServerOptions());
  }

  /**
   * The same with options of Vert.x's own, such as TLS.
   *
   * @throws IllegalArgumentException if the URI has {@code https} and the options do not, or the
   *     other way round
   * @throws RuntimeException if it cannot listen there
   */
  public static VertxHttpServer createHttpServer(
      URI baseUri, Application application, HttpServerOptions options) {
    return createHttpServer(baseUri, application, options, null, true);
  }

  /**
   * The same with an injection context, and not started if that is not wanted.
   *
   * @param parentContext of Jersey's injection manager, such as a {@code ServiceLocator} of HK2;
   *     null if there is none
   * @param start whether it is started; if not, {@link VertxHttpServer#start} starts it
   */
  public static VertxHttpServer createHttpServer(
      URI baseUri,
      Application application,
      HttpServerOptions options,
      Object parentContext,
      boolean start) {
    if ("https".equalsIgnoreCase(baseUri.getScheme()) != options.isSsl()) {
      throw new IllegalArgumentException(
          "%s, and options with%s TLS".formatted(baseUri, options.isSsl() ? "" : "out"));
    }
    VertxHttpContainer container =
        new VertxHttpContainer(application, baseUri.getPath(), parentContext);
    VertxHttpServer server = new VertxHttpServer(container, baseUri, options);
    if (start) {
      VertxHttpServer.await(server.start(), VertxHttpServer.LIMIT);
    }
    return server;
  }
}
