package io.github.restcomparison.backend;

import io.github.restcomparison.vertxserver.Responses;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeoutException;

/**
 * Calls a back end and returns: the event loop goes on, and writes the response when it arrives.
 *
 * @param virtual whether it is called on a virtual thread, which then awaits the response
 */
public record BackEndHandler(BackEndClient backEnd, boolean virtual)
    implements Handler<HttpServerRequest> {
  @Override
  public void handle(HttpServerRequest request) {
    Future<String> body = backEnd.ask();
    if (virtual) {
      body.otherwiseEmpty().await();
    }
    body.onComplete(
        asked -> {
          if (asked.succeeded()) {
            Responses.text(request, "text/plain", asked.result());
          } else if (asked.cause() instanceof TimeoutException) {
            Responses.unavailable(request);
          } else {
            Responses.empty(request, 502);
          }
        });
  }
}
