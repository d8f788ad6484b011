package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.Workload.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MetricsClientTest {
  private static final CountDownLatch OVER = new CountDownLatch(1);
  private static HttpServer server;
  private static final MetricsClient CLIENT =
      new MetricsClient(
          new ClientTls(new Tls(false, Optional.empty(), Optional.empty(), Optional.empty())));
  private static URI base;

  @BeforeAll
  static void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] page = "requests_total 5\n".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.createContext(
        "/endless",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write('#');
          exchange.getResponseBody().flush();
          try {
            OVER.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    server.start();
    base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterAll
  static void stop() {
    OVER.countDown();
    CLIENT.close();
    server.stop(0);
  }

  private static void page(URI uri) throws IOException, InterruptedException {
    CLIENT.page(uri);
  }

  @Test
  void counterIsRead() {
    assertThat(CLIENT.read(base, new MetricSource("/metrics", "requests_total"))).isEqualTo(5);
    assertThat(CLIENT.read(base, new MetricSource("/metrics", "other"))).isNaN();
    assertThat(CLIENT.read(base, new MetricSource("/none", "requests_total"))).isNaN();
  }

  /** A path that begins with two slashes is none of another host, which would get a secret. */
  @Test
  void pathNeverLeadsToAnotherHost() {
    for (String path :
        List.of(
            "//evil:9/x",
            "///evil",
            "/\\\\evil",
            "/@evil/",
            "//u@evil",
            "/x?//evil",
            "/a|b\"{c}%")) {
      URI uri = MetricsClient.resolve(URI.create("http://127.0.0.1:8080/"), path);
      assertThat(uri.getRawAuthority()).as(path).isEqualTo("127.0.0.1:8080");
      assertThat(
              URLDecoder.decode(uri.toString().replace("%25", "%2525"), StandardCharsets.UTF_8)
                  .replace("%25", "%"))
          .isEqualTo("http://127.0.0.1:8080" + path);
    }
    assertThat(MetricsClient.resolve(base, "https://other:1/x?a=b"))
        .isEqualTo(URI.create("https://other:1/x?a=b"));
  }

  @Test
  void bodyThatNeverEndsIsGivenUp() {
    assertThatIOException()
        .isThrownBy(() -> page(base.resolve("/endless")))
        .withMessageEndingWith("no response within 5 s");
  }

  /** The JDK's client refuses such a name: it is not one of the Internet, but Docker's have it. */
  @Test
  void hostNameWithAnUnderscoreIsLookedUp() {
    assertThatExceptionOfType(UnknownHostException.class)
        .isThrownBy(() -> page(URI.create("http://no_such_host.invalid:8080/")));
  }
}
