package io.github.restcomparison.jerseygrizzly;

import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/**
 * Answers at once while the service lives and takes requests; while it drains, {@link
 * OverloadFilter} says so in its place.
 */
@Path("health")
@Singleton
public final class HealthResource {

  /** Needs a worker like every other request: where all of them block, this one queues too. */
  @GET
  @Produces("text/plain")
  public String health() {
    return "OK";
  }
}
