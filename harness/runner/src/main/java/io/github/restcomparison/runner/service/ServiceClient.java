package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.MetricSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The JDK's client of HTTP/1.1, for requests beside the load: readiness and metrics. It uses no
 * proxy.
 */
public final class ServiceClient implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private final HttpClient client;

  /**
   * A client.
   *
   * @param tls of services that speak it
   */
  public ServiceClient(ClientTls tls) {
    client =
        HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .sslContext(tls.context())
            .build();
  }

  /**
   * Returns the status of the response to GET; its body may be endless.
   *
   * @throws IOException if there is none within 5 s
   */
  int status(URI uri) throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        send(uri, HttpRequest.newBuilder(), BodyHandlers.ofInputStream(), LIMIT);
    response.body().close();
    return response.statusCode();
  }

  /**
   * Returns what a counter says now; NaN if the service does not show it.
   *
   * @param base scheme, host and port of the service
   */
  public double read(URI base, MetricSource source) {
    try {
      HttpResponse<String> page =
          send(
              base.resolve(source.path()),
              HttpRequest.newBuilder(),
              BodyHandlers.ofString(),
              LIMIT);
      return page.statusCode() == 200 ? source.sum(page.body()) : Double.NaN;
    } catch (IOException e) {
      return Double.NaN; // it has ended, or does not respond: the gates say so
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Double.NaN;
    }
  }

  /**
   * Returns the response to a request.
   *
   * @param request without an address
   * @throws IOException if it has not arrived within the limit, as far as {@code body} reads it
   */
  <T> HttpResponse<T> send(
      URI uri, HttpRequest.Builder request, BodyHandler<T> body, Duration limit)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> exchange =
        client.sendAsync(request.uri(sendable(uri)).build(), body);
    try {
      return exchange.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("%s: no response within %d s".formatted(uri, limit.toSeconds()), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException why ? why : new IOException(e.getCause());
    } finally {
      exchange.cancel(true);
    }
  }

  /** The JDK refuses host names with an underscore, which Docker's network has: by its address. */
  private static URI sendable(URI uri) throws UnknownHostException {
    String host = uri.getAuthority().replaceFirst(":\\d*$", "");
    InetAddress address = InetAddress.getByName(host);
    return uri.getHost() != null
        ? uri
        : URI.create(uri.toString().replaceFirst("//[^/:]+", "//" + address.getHostAddress()));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
