package io.github.restcomparison.runner.service;

import io.github.restcomparison.contracttck.AnyCertificate;
import java.net.http.HttpClient;
import java.time.Duration;

/** HTTP clients for what is asked beside the load. */
public final class HttpClients {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  private HttpClients() {}

  /**
   * A client that speaks what the load does, and to the service itself: Gatling's JVM has a proxy
   * for HTTPS at which nothing listens (gatling/jvm.options).
   *
   * @param insecure whether any certificate is good enough
   * @param http2 whether it offers HTTP/2
   */
  public static HttpClient of(boolean insecure, boolean http2) {
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(http2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .followRedirects(HttpClient.Redirect.NEVER);
    return (insecure ? client.sslContext(AnyCertificate.context()) : client).build();
  }
}
