package io.github.restcomparison.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the JDK's own server, which returns the number in the request. */
class ClientTest {
  private static HttpServer server;

  @BeforeAll
  static void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          String number = exchange.getRequestURI().getQuery().substring(2);
          boolean refused = exchange.getRequestURI().getPath().equals("/") && number.equals("7");
          byte[] body = number.getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(refused ? 503 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  /** 0 to 99 are 4950; 7 is refused. */
  @ParameterizedTest
  @ValueSource(strings = {"cached", "virtual", "async"})
  void sumIsThatOfTheRightResponses(String name) {
    URI service = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    try (Client client = Client.of(name)) {
      assertThat(client.sum(service, 100)).isEqualTo(4_950 - 7);
      assertThat(client.sum(service, 7)).isEqualTo(21);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cached", "virtual", "async"})
  void whoeverIsNotThereAddsNothing(String name) {
    try (Client client = Client.of(name)) {
      assertThat(client.sum(URI.create("http://127.0.0.1:1/"), 10)).isZero();
    }
  }

  @Test
  void invalidSettingIsOneLineAndExitCode2() throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    command.environment().put("SERVICE", "a b");
    Process process = command.redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
        .isEqualTo("clients: SERVICE: 'a b' is not a valid URI");
    assertThat(process.waitFor()).isEqualTo(2);
  }
}
