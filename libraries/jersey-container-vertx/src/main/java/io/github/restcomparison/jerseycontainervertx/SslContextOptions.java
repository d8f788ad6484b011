package io.github.restcomparison.jerseycontainervertx;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * TLS by a given {@link SSLContext}, with HTTP/2. Vert.x requires keys, which such a context does
 * not reveal; so the context replaces the one that Vert.x would make of keys.
 */
final class SslContextOptions extends SSLEngineOptions implements KeyCertOptions {
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
