package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.MetricSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Reads the metrics of a service before and after the load: the only requests that the load
 * generator's client does not send. It is the JDK's client of HTTP/1.1, and uses no proxy.
 */
public final class MetricsClient implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** Characters that {@link URI} refuses. */
  private static final Pattern NOT_IN_A_URL =
      Pattern.compile("[^!-~]|[\"<>\\\\^`{|}]|%(?![0-9A-Fa-f]{2})");

  private final HttpClient client;

  /**
   * A client.
   *
   * @param tls of services that speak it
   */
  public MetricsClient(ClientTls tls) {
    client =
        HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .sslContext(tls.context())
            .build();
  }

  /**
   * Returns the address of a path on a service, whatever the path begins with; a whole URL stays as
   * it is. Characters that no URL has are encoded.
   *
   * @param base scheme, host and port of the service
   */
  static URI resolve(URI base, String place) {
    String url =
        place.startsWith("/") ? base.getScheme() + "://" + base.getRawAuthority() + place : place;
    return URI.create(
        NOT_IN_A_URL
            .matcher(url)
            .replaceAll(part -> URLEncoder.encode(part.group(), StandardCharsets.UTF_8)));
  }

  /**
   * Returns the present value of a counter; NaN if the service does not have it.
   *
   * @param base scheme, host and port of the service
   */
  public double read(URI base, MetricSource source) {
    try {
      HttpResponse<String> page = page(resolve(base, source.path()));
      return page.statusCode() == 200 ? source.sum(page.body()) : Double.NaN;
    } catch (IOException e) {
      return Double.NaN; // it has ended, or does not respond: the gates report it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Double.NaN;
    }
  }

  /**
   * Returns the response to GET.
   *
   * @throws IOException if it has not arrived within 5 s
   */
  HttpResponse<String> page(URI uri) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<String>> exchange =
        client.sendAsync(HttpRequest.newBuilder(sendable(uri)).build(), BodyHandlers.ofString());
    try {
      return exchange.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("%s: no response within %d s".formatted(uri, LIMIT.toSeconds()), e);
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
