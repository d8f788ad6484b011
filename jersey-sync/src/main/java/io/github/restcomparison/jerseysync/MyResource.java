package io.github.restcomparison.jerseysync;

import io.github.restcomparison.contract.Endpoint;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Waits in its worker thread: while a request waits, that thread can do nothing else. */
@Path("myresource")
@Singleton
public final class MyResource {
  private final Duration delay;
  private final LongAdder requests = new LongAdder();

  MyResource(Duration delay) {
    this.delay = delay;
  }

  /**
   * Blocks for the delay, as a call to a slow back end would.
   *
   * @throws InterruptedException where the server is cut off while it waits
   */
  @GET
  @Produces("text/plain")
  public String get() throws InterruptedException {
    requests.increment();
    Thread.sleep(delay);
    return Endpoint.BODY;
  }

  long requestsSeen() {
    return requests.sum();
  }
}
