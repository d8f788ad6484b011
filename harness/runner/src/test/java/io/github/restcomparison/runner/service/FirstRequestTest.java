package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.service.Workload.Tls;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class FirstRequestTest {
  static FirstRequest request(
      String path, Map<String, List<String>> headers, Optional<String> contains) {
    Expectation any = Expectation.SUCCESS;
    Expectation expect =
        new Expectation(
            any.status(),
            any.headers(),
            any.body(),
            contains,
            any.matches(),
            any.json(),
            any.atLeast(),
            any.atMost());
    RequestSpec spec =
        new RequestSpec("GET " + path, 1, "GET", path, Map.of(), headers, Optional.empty(), expect);
    return new FirstRequest(spec, Secrets.NONE, Duration.ofSeconds(60), true);
  }

  private static Optional<String> first(FirstRequest... all) {
    Workload workload =
        new Workload(
            List.of(all).stream().map(FirstRequest::spec).toList(),
            Optional.empty(),
            Duration.ofSeconds(60),
            Tls.INSECURE,
            false,
            State.NONE);
    return FirstRequest.of(workload, Secrets.NONE, true).map(each -> each.spec().name());
  }

  private static FirstRequest withHeader(String name, String value) {
    return request("/a", Map.of(name, List.of(value)), Optional.empty());
  }

  @Test
  void firstThatNeedsNothingIsAsked() {
    FirstRequest record = request("/orders/{id}", Map.of(), Optional.empty());
    FirstRequest plain = request("/health", Map.of(), Optional.empty());
    assertThat(first(record, plain)).contains("GET /health");
    assertThat(first(record)).isEmpty();
    assertThat(first(request("/a", Map.of(), Optional.of("{id}")))).isEmpty();
    assertThat(first(withHeader("Authorization", "Bearer {token}"))).isEmpty();
    assertThat(first(withHeader("HOST", "example"))).isEmpty();
    assertThat(first(withHeader("Authorization", "Bearer ${TOKEN}"))).contains("GET /a");
  }

  /** Longer than readiness and metrics may take: the request of the load has its own limit. */
  @Test
  void responseMayTakeAsLongAsUnderLoad() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          LockSupport.parkNanos(6_000_000_000L);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    try (ServiceClient client = new ServiceClient(ClientTls.INSECURE)) {
      URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
      assertThat(request("/slow", Map.of(), Optional.empty()).send(base, client))
          .isEqualTo(new FirstRequest.Outcome(200, null));
    } finally {
      server.stop(0);
    }
  }
}
