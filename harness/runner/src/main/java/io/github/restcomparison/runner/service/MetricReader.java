package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.MetricSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Reads counters that a service shows.
 *
 * @param base scheme, host and port of the service
 */
public record MetricReader(HttpClient client, URI base) {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** What a counter says now; empty where it is not shown. */
  public OptionalDouble read(MetricSource source) {
    try {
      HttpRequest request = HttpRequest.newBuilder(base.resolve(source.path())).GET().build();
      HttpResponse<String> answer =
          HttpClients.send(client, request, BodyHandlers.ofString(), LIMIT);
      return answer.statusCode() == 200 ? source.sum(answer.body()) : OptionalDouble.empty();
    } catch (IOException e) {
      return OptionalDouble.empty(); // it has ended, or does not answer: the gates say so
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalDouble.empty();
    }
  }
}
