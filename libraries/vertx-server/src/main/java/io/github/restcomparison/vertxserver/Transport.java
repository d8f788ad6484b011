package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.Protocol;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;

/** What Vert.x is told about connections: how many may queue, what they speak, how large heads. */
final class Transport {
  private Transport() {}

  /**
   * The options of every event loop's server.
   *
   * @param streams requests that a client may have open at once on a connection of HTTP/2
   */
  static HttpServerOptions options(
      Endpoint endpoint, Limits limits, Protocol protocol, int streams) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setAcceptBacklog(endpoint.backlog())
            .setMaxInitialLineLength(limits.headBytes())
            .setMaxHeaderSize(limits.headBytes())
            .setInitialSettings(
                new Http2Settings()
                    .setMaxConcurrentStreams(streams)
                    .setMaxHeaderListSize(limits.headBytes()));
    return switch (protocol) {
      case Protocol.Http1() -> options.setHttp2ClearTextEnabled(false);
      case Protocol.ClearHttp2() -> options.setHttp2ClearTextEnabled(true);
      case Protocol.Tls tls ->
          options
              .setSsl(true)
              .setUseAlpn(tls.http2())
              .setKeyCertOptions(
                  new PfxOptions()
                      .setPath(tls.keyStore().toString())
                      .setPassword(Protocol.KEY_STORE_PASSWORD));
    };
  }
}
