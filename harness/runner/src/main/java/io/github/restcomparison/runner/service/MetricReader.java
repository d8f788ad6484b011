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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads the metrics of a service, beside the load and not over its client. */
public final class MetricReader implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final URI base;
  private final HttpClient client;

  /**
   * A reader, which does not go through the proxy of Gatling's JVM (gatling/jvm.options).
   *
   * @param base scheme, host and port of the service
   * @param insecure whether any certificate is accepted
   */
  public MetricReader(URI base, boolean insecure) {
    this.base = base;
    client = HttpClients.of(insecure);
  }

  /** Returns what a counter says now; empty if the service does not show it. */
  public OptionalDouble read(MetricSource source) {
    try {
      return source.sum(page(source.path()));
    } catch (IOException e) {
      return OptionalDouble.empty(); // it has ended, or does not respond: the gates say so
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalDouble.empty();
    }
  }

  /**
   * Returns the body of a page with status 200.
   *
   * @param path on the service, or a whole URL
   * @throws IOException if it has not arrived as a whole within 5 s
   */
  public String page(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(base.resolve(path)).GET().build();
    CompletableFuture<HttpResponse<String>> exchange =
        client.sendAsync(request, BodyHandlers.ofString());
    try {
      HttpResponse<String> response = exchange.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200) {
        throw new IOException("%s: status %d".formatted(request.uri(), response.statusCode()));
      }
      return response.body();
    } catch (TimeoutException e) {
      throw new IOException(
          "%s: no response within %d s".formatted(request.uri(), LIMIT.toSeconds()), e);
    } catch (ExecutionException e) {
      throw new IOException("%s: %s".formatted(request.uri(), e.getCause()), e);
    } finally {
      exchange.cancel(true);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
