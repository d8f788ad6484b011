package io.github.restcomparison.vertxjersey;

import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RequestCount;
import io.vertx.core.Vertx;
import javax.inject.Singleton;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.container.AsyncResponse;
import javax.ws.rs.container.Suspended;

/**
 * Runs on the event loop: it sets a timer and returns, and the same loop answers when the timer
 * fires. What Jersey does for a request, before and after, is done on that loop too.
 */
@Path("myresource")
@Singleton
public final class MyResource {
  private final Vertx vertx;
  private final Delay delay;
  private final RequestCount requests;

  MyResource(Vertx vertx, Delay delay, RequestCount requests) {
    this.vertx = vertx;
    this.delay = delay;
    this.requests = requests;
  }

  /** Returns at once. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    requests.arrived();
    // Timers have whole milliseconds, 1 at least, and none may be early.
    long ms = Math.ceilDiv(delay.next().toNanos(), 1_000_000L);
    if (ms == 0) {
      answer(response);
    } else {
      vertx.setTimer(ms, fired -> answer(response));
    }
  }

  private void answer(AsyncResponse response) {
    requests.answered();
    response.resume(Endpoint.BODY);
  }
}
