package io.github.restcomparison.jerseycdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.servicekit.StartedServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JerseyCdiTest {
  private static StartedServer start(String container) throws IOException {
    Map<String, String> environment = Map.of("PORT", "0", "DELAY_MS", "50", "CONTAINER", container);
    return Main.service(environment::get).start(environment::get);
  }

  private static HttpResponse<String> ask(StartedServer service, String query)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(service.uri() + query))
              .header("Accept", "application/json")
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vertx", "grizzly"})
  void returnsJsonAndChecksWhatItIsAskedWith(String container) throws Exception {
    try (StartedServer service = start(container)) {
      HttpResponse<String> response = ask(service, "?for=you");
      assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(response.body()).contains("\"waitedMs\":50");
      assertThat(ask(service, "?for=" + "a".repeat(41)).statusCode()).isEqualTo(400);
    }
  }
}
