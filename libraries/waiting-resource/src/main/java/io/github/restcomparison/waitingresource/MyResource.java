package io.github.restcomparison.waitingresource;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Responds after a wait: blocks its thread, or is suspended and resumed by a scheduler. JAX-RS
 * runtimes that are compared have this one resource, so that nothing but the runtime differs.
 */
@Path("/myapp")
@Produces(MediaType.TEXT_PLAIN)
public final class MyResource {
  private static final String BODY = "Got it!";
  private static final ScheduledExecutorService SCHEDULER =
      Executors.newScheduledThreadPool(
          Runtime.getRuntime().availableProcessors(), Thread.ofPlatform().daemon().factory());

  private final long delayMs;

  /** Waits for {@code delayMs} milliseconds, 0 or more, in each request. */
  public MyResource(long delayMs) {
    this.delayMs = delayMs;
  }

  /** Blocks the thread that called it: a worker, or a virtual thread. */
  @GET
  @Path("myresource")
  public String blocking() throws InterruptedException {
    Thread.sleep(delayMs);
    return BODY;
  }

  /** Returns at once; a thread of the scheduler writes the response. */
  @GET
  @Path("suspended")
  public void suspended(@Suspended AsyncResponse response) {
    SCHEDULER.schedule(() -> response.resume(BODY), delayMs, TimeUnit.MILLISECONDS);
  }

  /** Responds while a worker is free. */
  @GET
  @Path("health")
  public String health() {
    return "OK";
  }
}
