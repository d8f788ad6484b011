package io.github.restcomparison.helidonmp;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Responds after a wait, which blocks the request's virtual thread. */
@ApplicationScoped
@Path("/myapp")
@Produces(MediaType.TEXT_PLAIN)
public class MyResource {
  @Inject
  @ConfigProperty(name = "delay.ms", defaultValue = "100")
  long delayMs;

  /** Blocks. */
  @GET
  @Path("myresource")
  public String get() throws InterruptedException {
    Thread.sleep(delayMs);
    return "Got it!";
  }

  /** Responds at once. */
  @GET
  @Path("health")
  public String health() {
    return "OK";
  }
}
