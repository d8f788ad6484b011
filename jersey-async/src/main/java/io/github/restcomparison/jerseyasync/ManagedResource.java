package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.contract.Delay;
import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.RequestCount;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
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
  private final Delay delay;
  private final RequestCount requests = new RequestCount();

  ManagedResource(Delay delay) {
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
    requests.arrived();
    Thread.sleep(delay.next());
    requests.answered();
    response.resume(Endpoint.BODY);
  }

  RequestCount requests() {
    return requests;
  }
}
