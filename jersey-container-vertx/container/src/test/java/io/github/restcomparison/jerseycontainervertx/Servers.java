package io.github.restcomparison.jerseycontainervertx;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.glassfish.jersey.server.ResourceConfig;

/** Servers of tests, on any free port, and what is asked of them. */
final class Servers {
  static final URI ANYWHERE = URI.create("http://127.0.0.1:0/");

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Servers() {}

  static VertxHttpServer start(ResourceConfig configuration) {
    return VertxHttpServerFactory.createHttpServer(ANYWHERE, configuration);
  }

  static HttpRequest.Builder request(VertxHttpServer server, String path) {
    return HttpRequest.newBuilder(server.baseUri().resolve(path)).timeout(Duration.ofSeconds(20));
  }

  static HttpResponse<String> get(VertxHttpServer server, String path)
      throws IOException, InterruptedException {
    return CLIENT.send(request(server, path).build(), HttpResponse.BodyHandlers.ofString());
  }

  static HttpResponse<String> post(VertxHttpServer server, String path, String body)
      throws IOException, InterruptedException {
    return CLIENT.send(
        request(server, path).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
