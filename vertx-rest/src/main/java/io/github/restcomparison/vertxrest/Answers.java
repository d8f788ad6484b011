package io.github.restcomparison.vertxrest;

import io.github.restcomparison.contract.Admission;
import io.github.restcomparison.contract.HttpDate;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Writes the answers of one verticle, and closes the connections that end with them. */
final class Answers {
  private final Connections connections;
  private final Admission admission;
  private final HttpDate date = new HttpDate();

  Answers(Connections connections, Admission admission) {
    this.connections = connections;
    this.admission = admission;
  }

  void text(HttpServerRequest request, String mediaType, String body) {
    HttpServerResponse response = request.response().putHeader("Content-Type", mediaType);
    Buffer bytes = Buffer.buffer(body);
    if (request.method() == HttpMethod.HEAD) {
      response.putHeader("Content-Length", Integer.toString(bytes.length()));
      end(request, 200, Buffer.buffer(), false);
    } else {
      end(request, 200, bytes, false);
    }
  }

  void empty(HttpServerRequest request, int status) {
    end(request, status, Buffer.buffer(), false);
  }

  void allow(HttpServerRequest request, int status, String methods) {
    request.response().putHeader("Allow", methods);
    empty(request, status);
  }

  /** Tells the client to come again: there is no place to wait, the wait was too long, or over. */
  void unavailable(HttpServerRequest request) {
    admission.countRefusal();
    request.response().putHeader("Retry-After", Admission.RETRY_AFTER);
    empty(request, 503);
  }

  /** Refuses what is no request: where the next one on its connection would begin is unknown. */
  void refuse(HttpServerRequest request, int status) {
    end(request, status, Buffer.buffer(), true);
  }

  private void end(HttpServerRequest request, int status, Buffer body, boolean close) {
    HttpServerResponse response = request.response();
    response.setStatusCode(status).putHeader("Date", date.now());
    boolean last =
        close
            || admission.draining()
            || Requests.isLast(request)
            // Who asks and asks and does not read must not fill the memory with answers.
            || response.writeQueueFull();
    if (last) {
      response.putHeader("Connection", "close");
    }
    Future<Void> written = response.end(body);
    connections.answered(request.connection(), last);
    if (last) {
      written.onComplete(done -> request.connection().close());
    }
  }
}
