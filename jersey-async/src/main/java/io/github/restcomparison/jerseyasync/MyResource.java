package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.SimulatedDelay;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;

/**
 * Gives its worker thread back at once; whoever does the waiting answers later, with 503 where that
 * is later than the time-out.
 *
 * <p>It does not use {@code AsyncResponse.setTimeout}: Grizzly looks at its time-outs once a
 * second, so that they come up to a second late, and holds on to answered requests until it has
 * looked.
 */
@Path("myresource")
@Singleton
public final class MyResource {
  private final Wait wait;
  private final SimulatedDelay delay;
  private final RequestCount requests = new RequestCount();

  MyResource(Wait wait, SimulatedDelay delay) {
    this.wait = wait;
    this.delay = delay;
  }

  /** Returns at once: no thread is held while the request waits. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    long arrived = requests.arrived();
    SimulatedDelay.Call call = delay.call();
    wait.then(
        call.lasts(),
        () -> {
          requests.answered(arrived);
          if (call.timedOut()) {
            response.resume(new ServiceUnavailableException(1L));
          } else {
            response.resume(Endpoint.BODY);
          }
        });
  }

  RequestCount requests() {
    return requests;
  }
}
