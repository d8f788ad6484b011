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

/**
 * Calls a back end over HTTP from an event loop: the thread that has read the request sends it to
 * the back end on a pooled connection, and serves others until the response is there.
 */
public final class HttpBackEndClient implements BackEndClient {
  private final HttpClient client;
  private final RequestOptions get;
  private final Duration timeout;

  /**
   * @param vertx closes it when it is closed
   * @param backEnd whose address is valid
   */
  public HttpBackEndClient(Vertx vertx, BackEndOptions backEnd) {
    URI uri = backEnd.uri();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    timeout = backEnd.timeout();
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setConnectTimeout(Math.toIntExact(timeout.toMillis())),
            new PoolOptions()
                .setHttp1MaxSize(backEnd.connections())
                .setMaxWaitQueueSize(backEnd.queue()));
    get =
        new RequestOptions()
            .setHost(uri.getHost())
            .setPort(uri.getPort())
            .setURI((uri.getRawPath().isEmpty() ? "/" : uri.getRawPath()) + query)
            // It includes the wait for a connection of the pool.
            .setConnectTimeout(timeout.toMillis());
  }

  @Override
  public Future<String> ask() {
    Deadline deadline = new Deadline(timeout);
    return deadline.of(client.request(get).compose(request -> send(request, deadline)));
  }

  /** A request that is late is reset, which closes its connection: the pool opens another. */
  private static Future<String> send(HttpClientRequest request, Deadline deadline) {
    return deadline
        .of(request.send().compose(HttpBackEndClient::body).map(Buffer::toString))
        .onFailure(late -> request.reset());
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    return response.statusCode() == 200
        ? response.body()
        : Future.failedFuture(new IOException("the back end responded " + response.statusCode()));
  }
}
