package io.github.restcomparison.vertxrest;

import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.vertxserver.Responses;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/**
 * Sets a timer and returns: the event loop goes on with other requests, and responds to this one
 * when the timer fires. Nothing here may block, for a thousand other requests share the thread.
 */
final class EventLoopHandler implements Handler<HttpServerRequest> {
  private final Vertx vertx;
  private final Wait wait;

  EventLoopHandler(Vertx vertx, Wait wait) {
    this.vertx = vertx;
    this.wait = wait;
  }

  @Override
  public void handle(HttpServerRequest request) {
    long ms = wait.next().toMillis();
    if (ms == 0) {
      Responses.ok(request);
      return;
    }
    long timer = vertx.setTimer(ms, fired -> Responses.ok(request));
    // A client that leaves takes its timer with it.
    request.response().exceptionHandler(left -> vertx.cancelTimer(timer));
  }
}
