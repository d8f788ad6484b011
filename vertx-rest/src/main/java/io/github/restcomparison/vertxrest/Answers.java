package io.github.restcomparison.vertxrest;

import io.github.restcomparison.contract.Admission;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** The answers that there are. */
final class Answers {
  private final Admission admission;

  Answers(Admission admission) {
    this.admission = admission;
  }

  void text(HttpServerRequest request, String mediaType, String body) {
    HttpServerResponse response = request.response().putHeader("Content-Type", mediaType);
    if (request.method() == HttpMethod.HEAD) {
      int length = Buffer.buffer(body).length();
      response.putHeader("Content-Length", Integer.toString(length)).end();
    } else {
      response.end(body);
    }
  }

  void empty(HttpServerRequest request, int status) {
    request.response().setStatusCode(status).end();
  }

  void allow(HttpServerRequest request, int status, String methods) {
    request.response().putHeader("Allow", methods);
    empty(request, status);
  }

  /** Tells the client to come again: the wait was too long, or over. */
  void unavailable(HttpServerRequest request) {
    admission.countRefusal();
    request.response().putHeader("Retry-After", Admission.RETRY_AFTER);
    empty(request, 503);
  }
}
