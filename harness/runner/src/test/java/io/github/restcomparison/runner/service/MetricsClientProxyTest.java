package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.service.Workload.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes the proxy of the JVM")
class MetricsClientProxyTest {
  /** Gatling's JVM has a proxy at which nothing listens. */
  @Test
  void proxyOfTheJvmIsNotUsed() throws IOException, InterruptedException {
    ProxySelector before = ProxySelector.getDefault();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    ProxySelector.setDefault(ProxySelector.of(new InetSocketAddress("127.0.0.1", 1)));
    try (MetricsClient client = new MetricsClient(new ClientTls(Tls.INSECURE))) {
      assertThat(client.page(address).statusCode()).as("without a context").isEqualTo(404);
    } finally {
      ProxySelector.setDefault(before);
      server.stop(0);
    }
  }
}
