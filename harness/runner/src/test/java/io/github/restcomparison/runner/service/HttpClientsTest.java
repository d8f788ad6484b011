package io.github.restcomparison.runner.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpClientsTest {
  /** Gatling's JVM has a proxy for HTTPS at which nothing listens. */
  @Test
  void serviceIsAskedWithoutTheProxyOfTheJvm() {
    try (HttpClient client = HttpClients.of(true, true)) {
      assertThat(client.proxy().orElseThrow().select(URI.create("https://10.0.0.1:8443/rest")))
          .containsExactly(Proxy.NO_PROXY);
    }
  }

  @Test
  void bodyThatNeverEndsIsWithinTheLimit() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpClient client = HttpClients.of(false, false)) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (Socket socket = server.accept()) {
                  socket
                      .getOutputStream()
                      .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nn".getBytes(US_ASCII));
                  while (socket.getInputStream().read() >= 0) {
                    // until the client closes it
                  }
                } catch (IOException e) {
                  // the client has closed it
                }
              });
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getLocalPort())).build();
      assertThatIOException()
          .isThrownBy(
              () ->
                  HttpClients.send(
                      client, request, BodyHandlers.ofString(), Duration.ofMillis(200)))
          .withMessage("no whole response within 200 ms");
      client.shutdownNow();
    }
  }
}
