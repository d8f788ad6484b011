package io.github.restcomparison.jerseysync;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Wait;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** Waits in its worker thread: while a request waits, that thread can do nothing else. */
@Path("myresource")
@Singleton
public final class MyResource {
  private final Wait wait;

  MyResource(Wait wait) {
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
