package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.Locale;

/** What the providers stand around. */
@Path("provided")
public class Provided {
  @GET
  public String plain() {
    return "plain";
  }

  @GET
  @Path("bound")
  @ProviderBehaviours.Bound
  public String bound() {
    return "bound";
  }

  @GET
  @Path("odd")
  public String odd() {
    throw new ProviderBehaviours.Odd("very");
  }

  @GET
  @Path("unmapped")
  public String unmapped() {
    throw new IllegalStateException("nobody maps this");
  }

  @POST
  @Path("upper")
  public String upper(String body) {
    return body.toUpperCase(Locale.ROOT);
  }

  /** A locator. */
  @Path("sub/{name}")
  public ProviderBehaviours.Sub sub(@PathParam("name") String name) {
    return new ProviderBehaviours.Sub(name);
  }
}
