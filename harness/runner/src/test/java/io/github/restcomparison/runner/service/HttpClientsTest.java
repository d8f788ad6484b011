package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import org.junit.jupiter.api.Test;

class HttpClientsTest {
  /** Gatling's JVM has a proxy for HTTPS at which nothing listens. */
  @Test
  void serviceIsAskedWithoutTheProxyOfTheJvm() {
    try (HttpClient client = HttpClients.of(true)) {
      assertThat(client.proxy().orElseThrow().select(URI.create("https://10.0.0.1:8443/rest")))
          .containsExactly(Proxy.NO_PROXY);
    }
  }
}
