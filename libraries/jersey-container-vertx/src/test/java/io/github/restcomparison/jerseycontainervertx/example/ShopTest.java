package io.github.restcomparison.jerseycontainervertx.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The example, as a client sees it. */
class ShopTest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static Vertx vertx;
  private static HttpServer server;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    server = Shop.start(vertx, 0).await();
  }

  @AfterAll
  static void stop() {
    vertx.close().await();
  }

  private static String ask(String path, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://localhost:%d%s".formatted(server.actualPort(), path));
    return CLIENT.send(request.uri(uri).build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void ordersAreAnswered() throws Exception {
    assertThat(ask("/api/orders/7", HttpRequest.newBuilder())).isEqualTo("order 7");
  }

  @Test
  void eventsCome() throws Exception {
    assertThat(ask("/api/orders/7/events", HttpRequest.newBuilder()))
        .contains("data: paid", "data: packed", "data: sent");
  }

  @Test
  void filesAreReceived() throws Exception {
    String form =
        """
        --line
        Content-Disposition: form-data; name="file"; filename="bill.txt"
        Content-Type: application/octet-stream

        ten bytes.
        --line--
        """
            .replace("\n", "\r\n");
    assertThat(
            ask(
                "/api/orders/7/bill",
                HttpRequest.newBuilder()
                    .header("Content-Type", "multipart/form-data; boundary=line")
                    .POST(HttpRequest.BodyPublishers.ofString(form))))
        .isEqualTo("bill.txt: 10 bytes");
  }

  @Test
  void filesAreServedBesideIt() throws Exception {
    assertThat(ask("/index.html", HttpRequest.newBuilder())).contains("A shop");
    assertThat(ask("/api/nothing", HttpRequest.newBuilder())).doesNotContain("A shop");
  }
}
