package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.service.MetricSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MetricReaderTest {
  private static final CountDownLatch OVER = new CountDownLatch(1);
  private static HttpServer server;
  private static MetricReader reader;

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
    reader =
        new MetricReader(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), false);
  }

  @AfterAll
  static void stop() {
    OVER.countDown();
    reader.close();
    server.stop(0);
  }

  @Test
  void counterIsRead() {
    assertThat(reader.read(new MetricSource("/metrics", "requests_total"))).hasValue(5);
    assertThat(reader.read(new MetricSource("/metrics", "other"))).isEmpty();
    assertThat(reader.read(new MetricSource("/none", "requests_total"))).isEmpty();
  }

  @Test
  void bodyThatNeverEndsIsGivenUp() {
    assertThatIOException()
        .isThrownBy(() -> reader.page("/endless"))
        .withMessageEndingWith("no response within 5 s");
  }
}
