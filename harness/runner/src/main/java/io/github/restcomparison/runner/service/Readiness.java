package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Lifecycle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Waits for a service of the user's until it can be measured.
 *
 * @param client that trusts what the load will trust
 * @param base scheme, host and port of the service
 * @param lifecycle has the path to ask, where there is one, and the limit
 */
record Readiness(HttpClient client, URI base, Lifecycle lifecycle) {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

  /**
   * Asks until it is ready.
   *
   * @param ended says why it never will be, once it has ended
   * @throws IOException where it is not ready in time; one line says what it answered last
   */
  void await(Supplier<Optional<String>> ended) throws IOException, InterruptedException {
    String last = "nothing listens";
    long start = System.nanoTime();
    do {
      Optional<String> why = ended.get();
      if (why.isPresent()) {
        throw new IOException(why.get());
      }
      try {
        HttpResponse<Void> answer = client.send(request(), BodyHandlers.discarding());
        if (lifecycle.ready().isEmpty() || answer.statusCode() / 100 == 2) {
          return;
        }
        last = "%s answers with status %d".formatted(request().uri(), answer.statusCode());
      } catch (IOException e) {
        last = "%s: %s".formatted(request().uri(), e.getMessage() == null ? e : e.getMessage());
      }
      Thread.sleep(PAUSE);
    } while (System.nanoTime() - start < lifecycle.startLimit().toNanos());
    throw new IOException(
        "it was not ready within %d s: %s".formatted(lifecycle.startLimit().toSeconds(), last));
  }

  private HttpRequest request() {
    return HttpRequest.newBuilder(base.resolve(lifecycle.ready().orElse("/")))
        .timeout(ANSWER_LIMIT)
        .GET()
        .build();
  }
}
