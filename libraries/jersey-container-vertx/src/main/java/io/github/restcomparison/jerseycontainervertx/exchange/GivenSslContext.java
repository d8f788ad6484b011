package io.github.restcomparison.jerseycontainervertx.exchange;

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
 * TLS by an {@link SSLContext} that somebody else has made. Vert.x wants keys, which such a context
 * does not give away; so it is put in place of what Vert.x would make of them.
 */
public final class GivenSslContext extends SSLEngineOptions implements KeyCertOptions {
  private final SSLContext given;
  private final ClientAuth clients;

  /**
   * @param clients whether they are asked for a certificate
   */
  public GivenSslContext(SSLContext given, ClientAuth clients) {
    this.given = given;
    this.clients = clients;
  }

  /** Has a server use it, for HTTP/2 too. */
  public void addTo(HttpServerOptions options) {
    options
        .setSsl(true)
        .setUseAlpn(true)
        .setClientAuth(clients)
        .setKeyCertOptions(this)
        .setSslEngineOptions(this);
  }

  /** It does not change. */
  @Override
  public GivenSslContext copy() {
    return this;
  }

  @Override
  public SslContextFactory sslContextFactory() {
    return new Factory();
  }

  /** Null: the context has its keys. */
  @Override
  public KeyManagerFactory getKeyManagerFactory(Vertx vertx) {
    return null;
  }

  /** Null: the context has its keys. */
  @Override
  public Function<String, KeyManagerFactory> keyManagerFactoryMapper(Vertx vertx) {
    return null;
  }

  /** Is told by Vert.x what the options say. */
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
