package io.github.restcomparison.jerseycontainervertx;

import io.netty.handler.ssl.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.core.Application;
import java.net.URI;
import org.glassfish.jersey.server.JerseySeBootstrapConfiguration;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.WebServer;
import org.glassfish.jersey.server.spi.WebServerProvider;

/** Makes a {@link VertxHttpServer} for {@link SeBootstrap#start}. */
public final class VertxWebServerProvider implements WebServerProvider {
  @Override
  public <T extends WebServer> T createServer(
      Class<T> type, Application application, SeBootstrap.Configuration configuration) {
    return WebServerProvider.isSupportedWebServer(VertxHttpServer.class, type, configuration)
        ? type.cast(server(application, JerseySeBootstrapConfiguration.from(configuration)))
        : null;
  }

  @Override
  public <T extends WebServer> T createServer(
      Class<T> type,
      Class<? extends Application> application,
      SeBootstrap.Configuration configuration) {
    return createServer(type, ResourceConfig.forApplicationClass(application), configuration);
  }

  /**
   * @throws ProcessingException if it cannot listen there
   */
  private static VertxHttpServer server(
      Application application, JerseySeBootstrapConfiguration configuration) {
    // A free port is found by listening on it: one that was free a moment ago may be taken.
    boolean anyFree = configuration.port() == SeBootstrap.Configuration.FREE_PORT;
    URI baseUri = configuration.uri(!anyFree);
    HttpServerOptions options = new HttpServerOptions();
    if (configuration.isHttps()) {
      ClientAuth clients =
          switch (configuration.sslClientAuthentication()) {
            case NONE -> ClientAuth.NONE;
            case OPTIONAL -> ClientAuth.OPTIONAL;
            case MANDATORY -> ClientAuth.REQUIRE;
          };
      SslContextOptions tls = new SslContextOptions(configuration.sslContext(), clients);
      options.setSsl(true).setUseAlpn(true).setKeyCertOptions(tls).setSslEngineOptions(tls);
    }
    try {
      return VertxHttpServerFactory.createHttpServer(
          baseUri, application, options, null, configuration.autoStart());
    } catch (RuntimeException e) {
      throw new ProcessingException("cannot serve at " + baseUri + ": " + e.getMessage(), e);
    }
  }
}
