package io.github.restcomparison.vertxjersey;

import javax.inject.Singleton;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;

/** Responds immediately. */
@Path("health")
@Singleton
public final class HealthResource {

  /** {@code OK}. */
  @GET
  @Produces("text/plain")
  public String get() {
    return "OK";
  }
}
