package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Wait;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** Blocks; the container calls it on a virtual thread for each request. */
@Path("myresource")
@Singleton
public final class BlockingResource {
  private final Wait wait;

  BlockingResource(Wait wait) {
    this.wait = wait;
  }

  /** Blocks, as a call to a slow back end would. */
  @GET
  @Produces("text/plain")
  public String get() throws InterruptedException {
    wait.block();
    return Endpoint.BODY;
  }
}
