package io.github.restcomparison.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.servicekit.StartedServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpringBootTest {
  @Test
  void echoReturnsTheNumberInTheRequest() throws Exception {
    try (StartedServer service = new Main().start(Map.of("PORT", "0")::get);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(service.uri().resolve("/?i=4711")).build();
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).body())
          .isEqualTo("4711");
    }
  }
}
