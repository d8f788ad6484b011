package io.github.restcomparison.jerseyresources;

import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** Answers at once while the service lives and takes requests. */
@Path("health")
@Singleton
public final class HealthResource {

  /** Needs a thread like every other request: where all of a pool block, this one queues too. */
  @GET
  @Produces("text/plain")
  public String health() {
    return "OK";
  }
}
