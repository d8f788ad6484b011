package io.github.restcomparison.jerseycontainervertx;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * TLS by a given {@link SSLContext}. Vert.x requires keys, which such a context does not reveal; so
 * the context replaces the one that Vert.x would make of keys.
 */
final class SslContextOptions extends SSLEngineOptions implements KeyCertOptions {
  private final SSLContext given;
  private final ClientAuth clients;

  /**
   * @param clients whether they must or may send a certificate
   */
  SslContextOptions(SSLContext given, ClientAuth clients) {
    this.given = given;
    this.clients = clients;
  }

  /** Sets TLS and HTTP/2 of a server's options. */
  void addTo(HttpServerOptions options) {
    options
        .setSsl(true)
        .setUseAlpn(true)
        .setClientAuth(clients)
        .setKeyCertOptions(this)
        .setSslEngineOptions(this);
  }

  /** Returns itself: it does not change. */
  @Override
  public SslContextOptions copy() {
    return this;
  }

  @Override
  public SslContextFactory sslContextFactory() {
    return new Factory();
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

  /** Gets the protocols of HTTP from Vert.x. */
  private final class Factory implements SslContextFactory {
    private List<String> protocols = List.of();

    @Override
    public SslContextFactory applicationProtocols(List<String> names) {
      protocols = names == null ? List.of() : names;
      return this;
    }

    @Override
    public SslContext create() {
      ApplicationProtocolConfig negotiated =
          protocols.isEmpty()
              ? ApplicationProtocolConfig.DISABLED
              : new ApplicationProtocolConfig(
                  Protocol.ALPN,
                  SelectorFailureBehavior.NO_ADVERTISE,
                  SelectedListenerFailureBehavior.ACCEPT,
                  protocols);
      return new JdkSslContext(
          given,
          false,
          null,
          SupportedCipherSuiteFilter.INSTANCE,
          negotiated,
          switch (clients) {
            case NONE -> io.netty.handler.ssl.ClientAuth.NONE;
            case REQUEST -> io.netty.handler.ssl.ClientAuth.OPTIONAL;
            case REQUIRED -> io.netty.handler.ssl.ClientAuth.REQUIRE;
          },
          null,
          false);
    }
  }
}
