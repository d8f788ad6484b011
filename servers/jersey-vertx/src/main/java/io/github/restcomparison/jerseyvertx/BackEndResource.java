package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.vertxserver.BackEndClient;
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
 * Asks a back end from the event loop that has matched the request; the answer comes back to the
 * same loop, which resumes the request with it.
 */
@Path("myresource")
@Singleton
public final class BackEndResource {
  private final BackEndClient backEnd;
  private final RequestCount requests;

  BackEndResource(BackEndClient backEnd, RequestCount requests) {
    this.backEnd = backEnd;
    this.requests = requests;
  }

  /** Returns at once: no thread is held while the back end is asked. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    long arrived = requests.arrived();
    backEnd
        .ask()
        .onComplete(
            asked -> {
              requests.answered(arrived);
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
