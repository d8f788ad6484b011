package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Downstream;
import io.github.restcomparison.servicekit.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Asks a back end from an event loop: the same thread that has read the request writes the question
 * to a connection of the pool, and goes on with others until the answer is there.
 */
public final class HttpGateway implements Gateway {
  private final Downstream downstream;
  private final HttpClient client;

  /** As {@link Factory#of} says. */
  public HttpGateway(Vertx vertx, Endpoint endpoint, Downstream downstream, int eventLoops) {
    this.downstream = downstream;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setDefaultHost(downstream.uri().getHost())
                .setDefaultPort(downstream.uri().getPort())
                .setConnectTimeout(Math.toIntExact(downstream.timeout().toMillis())),
            new PoolOptions().setHttp1MaxSize(Math.ceilDiv(downstream.connections(), eventLoops)));
  }

  @Override
  public Future<String> ask() {
    return client
        .request(HttpMethod.GET, downstream.uri().getRawPath())
        .compose(HttpClientRequest::send)
        .compose(HttpGateway::body)
        .map(Buffer::toString)
        .timeout(downstream.timeout().toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    return response.statusCode() == 200
        ? response.body()
        : Future.failedFuture(new IOException("the back end answered " + response.statusCode()));
  }
}
