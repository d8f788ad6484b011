package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Metrics;
import io.github.restcomparison.servicekit.Requests;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/**
 * The handler between Vert.x and the application on an event loop: admits requests, counts them,
 * and serves health and metrics.
 */
record ServiceHandler(
    Vertx vertx, Requests requests, Metrics metrics, Handler<HttpServerRequest> application)
    implements Handler<HttpServerRequest> {

  @Override
  public void handle(HttpServerRequest request) {
    String path = request.path();
    if (path == null) {
      // A CONNECT over HTTP/2 has none, and handlers rely on one.
      Responses.empty(request, 400);
    } else if (path.equals(Endpoint.HEALTH) && !requests.draining()) {
      Responses.byMethod(request, get -> Responses.text(get, "text/plain", "OK"));
    } else if (path.equals(Endpoint.METRICS) && metrics.isOn()) {
      Responses.byMethod(request, this::scrape);
    } else {
      requests.enter().ifPresentOrElse(admitted -> serve(request, admitted), () -> refuse(request));
    }
  }

  /** It takes a millisecond or two: long enough to be done elsewhere. */
  private void scrape(HttpServerRequest request) {
    vertx
        .executeBlocking(metrics::scrape)
        .onSuccess(text -> Responses.text(request, Metrics.MEDIA_TYPE, text));
  }

  private void serve(HttpServerRequest request, Requests.Admitted admitted) {
    HttpServerResponse response = request.response();
    response.endHandler(sent -> admitted.end());
    response.closeHandler(left -> admitted.end());
    if (request.version() != HttpVersion.HTTP_2) {
      response.headersEndHandler(
          head -> {
            if (requests.draining()) {
              response.putHeader("Connection", "close");
            }
          });
    }
    admitted.begin();
    application.handle(request);
  }

  private void refuse(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2 && requests.draining()) {
      request.response().putHeader("Connection", "close");
    }
    Responses.unavailable(request);
  }
}
