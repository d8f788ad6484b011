package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Wait;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Gives its worker thread back at once; a scheduler's thread responds when the wait is over.
 *
 * <p>{@code AsyncResponse.setTimeout} is no timer: Grizzly looks at time-outs once a second.
 */
@Path("myresource")
@Singleton
public final class MyResource implements AutoCloseable {
  private final Wait wait;
  private final ScheduledThreadPoolExecutor scheduler;

  /**
   * @param threads that respond: {@code resume} serializes and writes on the thread that calls it
   */
  MyResource(Wait wait, int threads) {
    this.wait = wait;
    this.scheduler =
        new ScheduledThreadPoolExecutor(
            threads, Thread.ofPlatform().name("scheduler-", 0).factory());
  }

  /** Returns at once: no thread is held while the request waits. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    Duration delay = wait.next();
    if (delay.isZero()) {
      response.resume(Endpoint.BODY);
    } else {
      scheduler.schedule(
          () -> response.resume(Endpoint.BODY), delay.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
  }
}
