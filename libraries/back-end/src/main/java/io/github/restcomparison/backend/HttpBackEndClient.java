package io.github.restcomparison.backend;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Calls a back end over HTTP from an event loop: the thread that has read the request sends it to
 * the back end on a pooled connection, and serves others until the answer is there.
 */
public final class HttpBackEndClient implements BackEndClient {
  private final HttpClient client;
  private final RequestOptions get;
  private final long timeoutMs;

  /**
   * @param vertx closes it when it is closed
   * @param connections of its pool, 1 or more
   * @param timeout the longest that an answer may take, the wait for a connection included
   */
  public HttpBackEndClient(Vertx vertx, URI uri, int connections, Duration timeout) {
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    timeoutMs = timeout.toMillis();
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setConnectTimeout(Math.toIntExact(timeoutMs)),
            new PoolOptions().setHttp1MaxSize(connections));
    get =
        new RequestOptions()
            .setHost(uri.getHost())
            .setPort(uri.getPort())
            .setURI((uri.getRawPath().isEmpty() ? "/" : uri.getRawPath()) + query)
            // Of the wait for a connection of the pool, too.
            .setConnectTimeout(timeoutMs);
  }

  @Override
  public Future<String> ask() {
    return client.request(get).compose(this::send).timeout(timeoutMs, TimeUnit.MILLISECONDS);
  }

  /** A request that is late is reset, which closes its connection: the pool opens another. */
  private Future<String> send(HttpClientRequest request) {
    return request
        .send()
        .compose(HttpBackEndClient::body)
        .map(Buffer::toString)
        .timeout(timeoutMs, TimeUnit.MILLISECONDS)
        .onFailure(late -> request.reset());
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    return response.statusCode() == 200
        ? response.body()
        : Future.failedFuture(new IOException("the back end answered " + response.statusCode()));
  }
}
