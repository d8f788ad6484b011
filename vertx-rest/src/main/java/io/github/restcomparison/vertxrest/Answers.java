package io.github.restcomparison.vertxrest;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** The answers that there are. */
final class Answers {
  private Answers() {}

  static void text(HttpServerRequest request, String mediaType, String body) {
    HttpServerResponse response = request.response().putHeader("Content-Type", mediaType);
    if (request.method() == HttpMethod.HEAD) {
      int length = Buffer.buffer(body).length();
      response.putHeader("Content-Length", Integer.toString(length)).end();
    } else {
      response.end(body);
    }
  }

  static void empty(HttpServerRequest request, int status) {
    request.response().setStatusCode(status).end();
  }

  static void allow(HttpServerRequest request, int status, String methods) {
    request.response().putHeader("Allow", methods);
    empty(request, status);
  }
}
