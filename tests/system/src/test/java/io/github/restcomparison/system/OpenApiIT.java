package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.system.driver.InProcessService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each core service against the document that describes them all. */
class OpenApiIT {
  private static final JsonNode DOCUMENT =
      JsonMapper.shared().readTree(Path.of("../../libraries/service-kit/openapi.json").toFile());
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH");

  @ParameterizedTest
  @MethodSource(Services.CORE)
  void servesWhatIsDescribedAndNothingElse(Variant variant) throws Exception {
    try (InProcessService service = InProcessService.start(variant, "DELAY_MS=1");
        // Asked for an upgrade to HTTP/2, Grizzly leaves Content-Type out of its response.
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      URI base = service.resource();
      for (Map.Entry<String, JsonNode> path : DOCUMENT.get("paths").properties()) {
        for (String method : METHODS) {
          HttpResponse<String> response =
              client.send(
                  HttpRequest.newBuilder(base.resolve(path.getKey()))
                      .method(method, BodyPublishers.noBody())
                      .build(),
                  BodyHandlers.ofString());
          JsonNode described = path.getValue().get(method.toLowerCase(Locale.ROOT));
          check(method + " " + path.getKey(), response, described);
        }
      }
    }
  }

  private static void check(String what, HttpResponse<String> response, JsonNode described) {
    if (described == null) {
      assertThat(response.statusCode()).as(what).isEqualTo(405);
      assertThat(response.headers().firstValue("Allow")).as(what).isPresent();
      return;
    }
    assertThat(response.statusCode()).as(what).isEqualTo(200);
    JsonNode expected = described.get("responses").get("200");
    for (String header : expected.path("headers").propertyNames()) {
      assertThat(response.headers().firstValue(header)).as(what + " " + header).isPresent();
    }
    JsonNode content = expected.path("content").path("text/plain");
    if (!content.isMissingNode()) {
      assertThat(response.headers().firstValue("Content-Type").orElse(""))
          .as(what)
          .startsWith("text/plain");
      JsonNode constant = content.path("schema").path("const");
      if (!constant.isMissingNode()) {
        assertThat(response.body()).as(what).isEqualTo(constant.asString());
      }
    }
  }
}
