package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.contract.Delay;
import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.RequestCount;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import java.time.Duration;

/**
 * Gives its worker thread back at once; whoever does the waiting answers later, with 503 where that
 * is later than the time-out.
 *
 * <p>It does not use {@code AsyncResponse.setTimeout}: Grizzly looks at its time-outs once a
 * second, so that they come up to a second late, and holds on to answered requests until it has
 * looked.
 */
@Path("myresource")
@Singleton
public final class MyResource {
  private final Wait wait;
  private final Delay delay;
  private final Duration timeout;
  private final RequestCount requests = new RequestCount();

  MyResource(Wait wait, Delay delay, Duration timeout) {
    this.wait = wait;
    this.delay = delay;
    this.timeout = timeout;
  }

  /** Returns at once: no thread is held while the request waits. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    requests.arrived();
    long arrived = System.nanoTime();
    wait.then(
        shorter(delay.next(), timeout),
        () -> {
          requests.answered();
          boolean inTime = System.nanoTime() - arrived <= timeout.toNanos();
          response.resume(inTime ? Endpoint.BODY : Response.status(503).build());
        });
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  RequestCount requests() {
    return requests;
  }
}
