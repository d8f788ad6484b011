package io.github.restcomparison.jerseybackend;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.backend.BackEndOptions;
import io.github.restcomparison.servicekit.SettingsReader;
import jakarta.ws.rs.container.AsyncResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Mixin;

/** Calls to the back end ask for nothing that Vert.x's client does not ask for: same responses. */
class SentHeadersTest {
  private static final class Options {
    @Mixin private final BackEndOptions backEnd = new BackEndOptions();
  }

  private final BlockingQueue<Map<String, List<String>>> seen = new LinkedBlockingQueue<>();
  private final BackEndOptions options;
  private final HttpServer server;

  SentHeadersTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::respond);
    Options holder = new Options();
    String url = "http://127.0.0.1:%d/x".formatted(server.getAddress().getPort());
    SettingsReader.read(holder, Map.of("DOWNSTREAM", url)::get);
    options = holder.backEnd;
  }

  private void respond(HttpExchange exchange) throws IOException {
    seen.add(Map.copyOf(exchange.getRequestHeaders()));
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  @BeforeEach
  void start() {
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static void assertIsPlain(Map<String, List<String>> headers) {
    assertThat(headers)
        .containsOnlyKeys("Host", "User-agent", "Connection")
        .containsEntry("Connection", List.of("keep-alive"));
  }

  @Test
  void ofTheClientThatBlocks() throws InterruptedException {
    try (BlockingHttpResource resource = new BlockingHttpResource(options)) {
      resource.get();
    }
    assertIsPlain(seen.poll(10, TimeUnit.SECONDS));
  }

  @Test
  void ofTheClientThatDoesNot() throws Exception {
    CompletableFuture<Object> resumed = new CompletableFuture<>();
    Object response =
        Proxy.newProxyInstance(
            AsyncResponse.class.getClassLoader(),
            new Class<?>[] {AsyncResponse.class},
            (proxy, method, arguments) -> resumed.complete(arguments[0]));
    try (AsyncHttpResource resource = new AsyncHttpResource(options, 1)) {
      resource.get((AsyncResponse) response);
      resumed.get(10, TimeUnit.SECONDS);
    }
    assertIsPlain(seen.poll(10, TimeUnit.SECONDS));
  }
}
