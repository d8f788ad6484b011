package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.service.Workload.Tls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    return new FirstRequest(spec, Secrets.NONE);
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
    return FirstRequest.of(workload, Secrets.NONE).map(each -> each.spec().name());
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

  @Test
  void archivesOfClassesAreNamed() {
    assertThat(
            FirstRequest.archives(
                "exec java -Xmx1g -XX:AOTCache=app.aot -XX:AOTMode=on -Xshare:off"
                    + " -XX:SharedArchiveFile=a.jsa -jar app.jar"))
        .containsExactly(
            "-XX:AOTCache=app.aot", "-XX:AOTMode=on", "-Xshare:off", "-XX:SharedArchiveFile=a.jsa");
    assertThat(FirstRequest.archives("node server.js")).isEmpty();
  }
}
