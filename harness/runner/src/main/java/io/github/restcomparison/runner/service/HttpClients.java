package io.github.restcomparison.runner.service;

import io.github.restcomparison.contracttck.AnyCertificate;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** HTTP clients for what is asked beside the load. */
public final class HttpClients {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  private HttpClients() {}

  /**
   * A client that speaks what the load does, and to the service itself: Gatling's JVM has a proxy
   * for HTTPS at which nothing listens (gatling/jvm.options).
   *
   * @param insecure whether any certificate is good enough
   * @param http2 whether it offers HTTP/2
   */
  public static HttpClient of(boolean insecure, boolean http2) {
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(http2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .followRedirects(HttpClient.Redirect.NEVER);
    return (insecure ? client.sslContext(AnyCertificate.context()) : client).build();
  }

  /**
   * Sends a request.
   *
   * @param limit of the whole exchange, the body included, which a request's own time-out is not
   * @throws IOException if there is no whole response within the limit
   */
  public static <T> HttpResponse<T> send(
      HttpClient client, HttpRequest request, HttpResponse.BodyHandler<T> body, Duration limit)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> exchange = client.sendAsync(request, body);
    try {
      return exchange.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no whole response within %d ms".formatted(limit.toMillis()), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } finally {
      exchange.cancel(true);
    }
  }
}
