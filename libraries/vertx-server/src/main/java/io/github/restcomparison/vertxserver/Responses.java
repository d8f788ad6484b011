package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Responses, as the contract has them for every service. */
public final class Responses {
  private static final String METHODS = "HEAD,GET,OPTIONS";

  private Responses() {}

  /**
   * Returns a handler that serves {@link Endpoint#RESOURCE}, and knows no other path.
   *
   * @param get is called for GET and HEAD
   */
  public static Handler<HttpServerRequest> resource(Handler<HttpServerRequest> get) {
    return request -> {
      if (request.path().equals(Endpoint.RESOURCE)) {
        byMethod(request, get);
      } else {
        empty(request, 404);
      }
    };
  }

  /** Calls a handler for GET and HEAD; responds to OPTIONS, and refuses all other methods. */
  static void byMethod(HttpServerRequest request, Handler<HttpServerRequest> get) {
    switch (request.method().name()) {
      case "GET", "HEAD" -> get.handle(request);
      case "OPTIONS" -> allow(request, 200);
      default -> allow(request, 405);
    }
  }

  /** Responds 200 with a text; HEAD gets its length alone, which Vert.x would leave out. */
  public static void text(HttpServerRequest request, String mediaType, String body) {
    HttpServerResponse response = request.response().putHeader("Content-Type", mediaType);
    if (request.method() == HttpMethod.HEAD) {
      int length = Buffer.buffer(body).length();
      response.putHeader("Content-Length", Integer.toString(length)).end();
    } else {
      response.end(body);
    }
  }

  /** Responds with the body of the resource. */
  public static void ok(HttpServerRequest request) {
    text(request, "text/plain", Endpoint.BODY);
  }

  /** Responds with a status and no content. */
  public static void empty(HttpServerRequest request, int status) {
    request.response().setStatusCode(status).end();
  }

  /** Responds {@code 503} with {@code Retry-After}: overloaded, timed out, or draining. */
  public static void unavailable(HttpServerRequest request) {
    request.response().putHeader("Retry-After", Requests.RETRY_AFTER);
    empty(request, 503);
  }

  private static void allow(HttpServerRequest request, int status) {
    request.response().putHeader("Allow", METHODS);
    empty(request, status);
  }
}
