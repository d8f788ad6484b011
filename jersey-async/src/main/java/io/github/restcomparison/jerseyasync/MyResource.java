package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.contract.Endpoint;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.Suspended;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Gives its worker thread back at once; whoever does the waiting answers later. */
@Path("myresource")
@Singleton
public final class MyResource {
  private final Wait wait;
  private final Duration delay;
  private final Duration timeout;
  private final LongAdder requests = new LongAdder();

  MyResource(Wait wait, Duration delay, Duration timeout) {
    this.wait = wait;
    this.delay = delay;
    this.timeout = timeout;
  }

  /** Returns at once: no thread is held while the request waits. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    requests.increment();
    // JAX-RS answers 503 when the time is up; Grizzly looks once a second.
    response.setTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    Runnable cancel = wait.then(delay, () -> response.resume(Endpoint.BODY));
    response.register((ConnectionCallback) gone -> cancel.run());
  }

  long requestsSeen() {
    return requests.sum();
  }
}
