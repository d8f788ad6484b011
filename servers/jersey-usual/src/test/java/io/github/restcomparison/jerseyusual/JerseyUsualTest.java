package io.github.restcomparison.jerseyusual;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JerseyUsualTest {
  private static final Delay DELAY = new Delay.Fixed(Duration.ofMillis(50));

  private static RunningService start(String container) throws IOException {
    return Main.start(Settings.of(Map.of("PORT", "0", "DELAY_MS", "50", "CONTAINER", container)));
  }

  private static HttpResponse<String> ask(RunningService service, String query)
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
  void keepsTheContract(String container) throws IOException {
    try (RunningService service = start(container)) {
      assertThat(ContractCheck.violations(service.uri(), DELAY, OptionalInt.empty())).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vertx", "grizzly"})
  void answersJsonAndChecksWhatItIsAskedWith(String container) throws Exception {
    try (RunningService service = start(container)) {
      HttpResponse<String> answer = ask(service, "?for=you");
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(answer.body()).contains("\"waitedMs\":50");
      assertThat(ask(service, "?for=" + "a".repeat(41)).statusCode()).isEqualTo(400);
    }
  }
}
