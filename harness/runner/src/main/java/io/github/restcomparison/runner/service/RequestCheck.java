package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.RequestSpec;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.Template;
import io.github.restcomparison.records.service.Workload;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sends each request of a workload once, before the load: a service that answers these wrongly is
 * not loaded.
 *
 * @param client that trusts what the load will trust
 * @param base scheme, host and port of the service
 * @param record of the feeders, the first
 */
public record RequestCheck(
    HttpClient client, URI base, Secrets secrets, Map<String, String> record) {

  /** What the answers have wrong, a clause each; none where all are right. */
  public List<String> violations(Workload workload) throws InterruptedException {
    List<String> wrong = new ArrayList<>();
    for (RequestSpec request : workload.requests()) {
      try {
        violations(request, workload.timeout()).stream()
            .map(violation -> secrets.hide("%s: %s".formatted(request.name(), violation)))
            .forEach(wrong::add);
      } catch (IOException e) {
        wrong.add("%s: no answer (%s)".formatted(request.name(), e));
      } catch (IllegalArgumentException e) {
        wrong.add("%s cannot be sent: %s".formatted(request.name(), e.getMessage()));
      }
    }
    return wrong;
  }

  private List<String> violations(RequestSpec request, Duration timeout)
      throws IOException, InterruptedException {
    HttpRequest.Builder asked =
        HttpRequest.newBuilder(
                URI.create(base.resolve("/") + filled(request.target()).substring(1)))
            .method(
                request.method(),
                request
                    .body()
                    .map(body -> BodyPublishers.ofString(filled(body)))
                    .orElseGet(BodyPublishers::noBody));
    request.headers().forEach((name, value) -> asked.header(name, filled(value)));
    long start = System.nanoTime();
    HttpResponse<String> answer =
        HttpClients.send(client, asked.build(), BodyHandlers.ofString(), timeout);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    if (client.version() == HttpClient.Version.HTTP_2
        && answer.version() != HttpClient.Version.HTTP_2) {
      return List.of("it speaks no HTTP/2");
    }
    Expectation expected = request.expect().filled(this::filled).ofColdService();
    return expected.violations(
        answer.statusCode(), name -> answer.headers().firstValue(name), answer.body(), took);
  }

  private String filled(String text) {
    return new Template(secrets.resolve(text)).filled(record);
  }
}
