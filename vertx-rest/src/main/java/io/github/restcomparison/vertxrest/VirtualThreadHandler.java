package io.github.restcomparison.vertxrest;

import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.vertxserver.Responses;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;

/**
 * Written as if it blocked, on a virtual thread of the request. {@code await} lets the other
 * requests of the event loop go on, as {@code Thread.sleep} would not.
 */
final class VirtualThreadHandler implements Handler<HttpServerRequest> {
  private final Vertx vertx;
  private final Wait wait;

  VirtualThreadHandler(Vertx vertx, Wait wait) {
    this.vertx = vertx;
    this.wait = wait;
  }

  @Override
  public void handle(HttpServerRequest request) {
    long ms = wait.next().toMillis();
    if (ms > 0) {
      vertx.timer(ms, TimeUnit.MILLISECONDS).await();
    }
    Responses.ok(request);
  }
}
