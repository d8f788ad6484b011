package io.github.restcomparison.jerseycdi;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;

/**
 * A resource as most are: a bean for each request, with others injected, checked parameters and
 * results, and JSON if the client accepts it.
 */
@Path("myresource")
@RequestScoped
public class MyResource {
  @Inject private Greetings greetings;

  /** If the client accepts text, or anything. */
  @GET
  @Produces("text/plain;qs=1")
  public String text(@QueryParam("for") @DefaultValue("anybody") @Size(max = 40) String reader)
      throws InterruptedException {
    return greetings.greet().message();
  }

  /** If the client accepts JSON. */
  @GET
  @Produces("application/json;qs=0.9")
  @Valid
  public Greeting json(@QueryParam("for") @DefaultValue("anybody") @Size(max = 40) String reader)
      throws InterruptedException {
    return greetings.greet();
  }
}
