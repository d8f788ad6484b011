package io.github.restcomparison.runner.service;

import io.github.restcomparison.contracttck.AnyCertificate;
import java.net.http.HttpClient;
import java.time.Duration;

/** The JDK's client, for what is asked beside the load: readiness and metrics. */
public final class HttpClients {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  private HttpClients() {}

  /**
   * A client of HTTP/1.1, which does not go through the proxy of Gatling's JVM
   * (gatling/jvm.options).
   *
   * @param insecure whether any certificate is accepted
   */
  public static HttpClient of(boolean insecure) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT);
    return (insecure ? builder.sslContext(AnyCertificate.context()) : builder).build();
  }
}
