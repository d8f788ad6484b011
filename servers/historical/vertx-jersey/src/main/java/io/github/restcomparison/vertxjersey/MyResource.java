package io.github.restcomparison.vertxjersey;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.Wait;
import io.vertx.core.Vertx;
import java.util.Optional;
import javax.inject.Singleton;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.ServiceUnavailableException;
import javax.ws.rs.container.AsyncResponse;
import javax.ws.rs.container.Suspended;

/**
 * Runs on the event loop: it sets a timer and returns, and the same loop responds when the timer
 * fires. What Jersey does for a request, before and after, is done on that loop too.
 */
@Path("myresource")
@Singleton
public final class MyResource {
  private final Vertx vertx;
  private final Wait wait;
  private final Requests requests;

  MyResource(Vertx vertx, Wait wait, Requests requests) {
    this.vertx = vertx;
    this.wait = wait;
    this.requests = requests;
  }

  /** Returns at once. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    Optional<Requests.Admitted> admitted = requests.enter();
    if (admitted.isEmpty()) {
      response.resume(new ServiceUnavailableException(1L));
      return;
    }
    admitted.get().begin();
    long ms = wait.next().toMillis();
    if (ms == 0) {
      respond(response, admitted.get());
    } else {
      vertx.setTimer(ms, fired -> respond(response, admitted.get()));
    }
  }

  private static void respond(AsyncResponse response, Requests.Admitted admitted) {
    admitted.end();
    response.resume(Endpoint.BODY);
  }
}
