package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.SimulatedDelay;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.Suspended;

/**
 * Sets a timer on the event loop that has matched the request; the same loop answers when it fires.
 * No thread is held while the request waits, and none is handed anything.
 */
@Path("myresource")
@Singleton
public final class MyResource {
  private final Vertx vertx;
  private final SimulatedDelay delay;
  private final RequestCount requests;

  MyResource(Vertx vertx, SimulatedDelay delay, RequestCount requests) {
    this.vertx = vertx;
    this.delay = delay;
    this.requests = requests;
  }

  /** Returns at once. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    long arrived = requests.arrived();
    SimulatedDelay.Call call = delay.call();
    // Timers have whole milliseconds, and none may be early.
    long ms = Math.ceilDiv(call.lasts().toNanos(), 1_000_000L);
    if (ms == 0) {
      waited(response, call, arrived);
      return;
    }
    long timer = vertx.setTimer(ms, fired -> waited(response, call, arrived));
    response.register(
        (ConnectionCallback)
            left -> {
              if (vertx.cancelTimer(timer)) {
                requests.answered(arrived);
              }
            });
  }

  private void waited(AsyncResponse response, SimulatedDelay.Call call, long arrived) {
    requests.answered(arrived);
    if (call.timedOut()) {
      response.resume(new ServiceUnavailableException(1L));
    } else {
      response.resume(Endpoint.BODY);
    }
  }
}
