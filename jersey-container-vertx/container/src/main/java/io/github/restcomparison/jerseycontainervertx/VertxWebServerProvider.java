package io.github.restcomparison.jerseycontainervertx;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.core.Application;
import java.net.URI;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
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

  /**
   * TLS by a given {@link SSLContext}, with HTTP/2. Vert.x requires keys, which such a context does
   * not reveal; so the context replaces the one that Vert.x would make of keys.
   */
  private static final class SslContextOptions extends SSLEngineOptions implements KeyCertOptions {
    private static final ApplicationProtocolConfig HTTP =
        new ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            "h2",
            "http/1.1");

    private final SSLContext given;
    private final ClientAuth clients;

    /**
     * @param clients whether they must or may send a certificate
     */
    SslContextOptions(SSLContext given, ClientAuth clients) {
      this.given = given;
      this.clients = clients;
    }

    /** Returns itself: it does not change. */
    @Override
    public SslContextOptions copy() {
      return this;
    }

    @Override
    public SslContextFactory sslContextFactory() {
      return () ->
          new JdkSslContext(
              given, false, null, SupportedCipherSuiteFilter.INSTANCE, HTTP, clients, null, false);
    }

    /** Returns null: the context has its keys. */
    @Override
    public KeyManagerFactory getKeyManagerFactory(Vertx vertx) {
      return null;
    }

    /** Returns null: the context has its keys. */
    @Override
    public Function<String, KeyManagerFactory> keyManagerFactoryMapper(Vertx vertx) {
      return null;
    }
  }
}
