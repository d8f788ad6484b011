package io.github.restcomparison.jerseysync;

import io.github.restcomparison.contract.Delay;
import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.RequestCount;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** Waits in its worker thread: while a request waits, that thread can do nothing else. */
@Path("myresource")
@Singleton
public final class MyResource {
  private final Delay delay;
  private final RequestCount requests = new RequestCount();

  MyResource(Delay delay) {
    this.delay = delay;
  }

  /**
   * Blocks for the delay, as a call to a slow back end would.
   *
   * @throws InterruptedException where the server is cut off while it waits
   */
  @GET
  @Produces("text/plain")
  public String get() throws InterruptedException {
    requests.arrived();
    Thread.sleep(delay.next());
    requests.answered();
    return Endpoint.BODY;
  }

  RequestCount requests() {
    return requests;
  }
}
