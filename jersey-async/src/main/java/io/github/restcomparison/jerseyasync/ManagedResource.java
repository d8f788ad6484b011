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
import org.glassfish.jersey.server.ManagedAsync;

/**
 * Jersey itself hands the request over to another pool, whose thread then waits: the server's
 * worker is free, and a request that waits holds a thread all the same.
 */
@Path("myresource")
@Singleton
public final class ManagedResource {
  private final SimulatedDelay delay;
  private final RequestCount requests = new RequestCount();

  ManagedResource(SimulatedDelay delay) {
    this.delay = delay;
  }

  /**
   * Runs on a thread of Jersey's pool for managed resources.
   *
   * @throws InterruptedException where the server is cut off while it waits
   */
  @GET
  @Produces("text/plain")
  @ManagedAsync
  public void get(@Suspended AsyncResponse response) throws InterruptedException {
    long arrived = requests.arrived();
    SimulatedDelay.Call call = delay.call();
    Thread.sleep(call.lasts());
    requests.answered(arrived);
    if (call.timedOut()) {
      response.resume(new ServiceUnavailableException(1L));
    } else {
      response.resume(Endpoint.BODY);
    }
  }

  RequestCount requests() {
    return requests;
  }
}
