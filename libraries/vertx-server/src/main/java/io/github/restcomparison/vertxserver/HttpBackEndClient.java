package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.BackEnd;
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
 * Asks a back end over HTTP from an event loop: the thread that has read the request sends it to
 * the back end on a pooled connection, and serves others until the answer is there.
 */
public final class HttpBackEndClient implements BackEndClient {
  private final BackEnd backEnd;
  private final HttpClient client;

  /** As {@link Factory#of} says. */
  public HttpBackEndClient(Vertx vertx, Endpoint endpoint, BackEnd backEnd, int eventLoops) {
    this.backEnd = backEnd;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setDefaultHost(backEnd.uri().getHost())
                .setDefaultPort(backEnd.uri().getPort())
                .setConnectTimeout(Math.toIntExact(backEnd.timeout().toMillis())),
            new PoolOptions().setHttp1MaxSize(Math.ceilDiv(backEnd.connections(), eventLoops)));
  }

  @Override
  public Future<String> ask() {
    return client
        .request(HttpMethod.GET, backEnd.uri().getRawPath())
        .compose(HttpClientRequest::send)
        .compose(HttpBackEndClient::body)
        .map(Buffer::toString)
        .timeout(backEnd.timeout().toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    return response.statusCode() == 200
        ? response.body()
        : Future.failedFuture(new IOException("the back end answered " + response.statusCode()));
  }
}
