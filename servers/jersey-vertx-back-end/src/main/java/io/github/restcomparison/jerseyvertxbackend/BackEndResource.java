package io.github.restcomparison.jerseyvertxbackend;

import io.github.restcomparison.backend.BackEndClient;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response.Status;
import java.util.concurrent.TimeoutException;

/**
 * Calls a back end from the event loop that has matched the request; the response comes back to the
 * same loop, which resumes the request with it.
 */
@Path("myresource")
@Singleton
public final class BackEndResource {
  private final BackEndClient backEnd;

  BackEndResource(BackEndClient backEnd) {
    this.backEnd = backEnd;
  }

  /** Returns at once: no thread is held while the back end is called. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    backEnd
        .ask()
        .onComplete(
            asked -> {
              if (asked.succeeded()) {
                response.resume(asked.result());
              } else if (asked.cause() instanceof TimeoutException) {
                response.resume(new ServiceUnavailableException(1L));
              } else {
                response.resume(new WebApplicationException(Status.BAD_GATEWAY));
              }
            });
  }
}
