package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.jerseycontainervertx.NonBlocking;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** Answers at once while the service lives and takes requests. */
@Path("health")
@Singleton
@NonBlocking
public final class HealthResource {
  /** Answered by the event loop itself, whatever waits elsewhere. */
  @GET
  @Produces("text/plain")
  public String health() {
    return "OK";
  }
}
