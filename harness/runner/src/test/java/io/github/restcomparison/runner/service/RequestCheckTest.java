package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.RequestSpec;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.Workload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against a server that answers with what it was asked. */
class RequestCheckTest {
  private static final HttpClient CLIENT = HttpClients.of(false, false);
  private static HttpServer server;
  private static URI base;

  @BeforeAll
  static void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", RequestCheckTest::echo);
    server.createContext("/metrics", exchange -> answer(exchange, 200, "requests_total 5\n"));
    server.createContext("/broken", exchange -> answer(exchange, 500, "s3cret is wrong"));
    server.start();
    base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  private static void echo(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String said =
        "%s %s %s %s"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                exchange.getRequestHeaders().getFirst("X-Token"),
                body);
    answer(exchange, 201, said);
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void requestIsFilledAndAnswerChecked() throws Exception {
    RequestSpec request =
        new RequestSpec(
            "create",
            1,
            "POST",
            "/orders/{id}",
            Map.of("of", "{name}"),
            Map.of("X-Token", "${TOKEN}"),
            Optional.of("{id}"),
            expected(201, "POST /orders/7?of=Ann s3cret 7"));
    assertThat(violations(request)).isEmpty();
  }

  @Test
  void wrongAnswerIsSaidWithoutSecrets() throws Exception {
    RequestSpec request =
        new RequestSpec(
            "GET /broken",
            1,
            "GET",
            "/broken",
            Map.of(),
            Map.of(),
            Optional.empty(),
            expected(200, "fine"));
    assertThat(violations(request))
        .containsExactly(
            "GET /broken: status is 500, expected 200",
            "GET /broken: body is '${TOKEN} is wrong', expected 'fine'");
  }

  @Test
  void pathThatIsNoUriIsSaid() throws Exception {
    assertThat(violations(RequestSpec.get("/a|b")))
        .singleElement()
        .asString()
        .startsWith("GET /a|b cannot be sent: ");
  }

  @Test
  void counterIsRead() {
    MetricReader reader = new MetricReader(CLIENT, base);
    assertThat(reader.read(new MetricSource("/metrics", "requests_total"))).hasValue(5);
    assertThat(reader.read(new MetricSource("/metrics", "other"))).isEmpty();
    assertThat(reader.read(new MetricSource("/broken", "requests_total"))).isEmpty();
  }

  private static Expectation expected(int status, String body) {
    return new Expectation(
        OptionalInt.of(status),
        Map.of(),
        Optional.of(body),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static List<String> violations(RequestSpec request) throws InterruptedException {
    Workload workload =
        new Workload(List.of(request), List.of(), Optional.empty(), Duration.ofSeconds(5), false);
    return new RequestCheck(
            CLIENT, base, new Secrets(Map.of("TOKEN", "s3cret")), Map.of("id", "7", "name", "Ann"))
        .violations(workload);
  }
}
