package io.github.restcomparison.quarkus;

import io.quarkus.virtual.threads.VirtualThreads;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Responds after a wait, by each of the three thread models that Quarkus has. */
@Path("/myapp")
@Produces(MediaType.TEXT_PLAIN)
public class MyResource {
  private static final String BODY = "Got it!";

  private final Vertx vertx;
  private final ExecutorService virtualThreads;
  private final long delayMs;

  MyResource(
      Vertx vertx,
      @VirtualThreads ExecutorService virtualThreads,
      @ConfigProperty(name = "delay.ms", defaultValue = "100") long delayMs) {
    this.vertx = vertx;
    this.virtualThreads = virtualThreads;
    this.delayMs = delayMs;
  }

  /** Returns at once to the event loop, whose timer responds. */
  @GET
  @Path("myresource")
  public Uni<String> onEventLoop() {
    return delayMs == 0
        ? Uni.createFrom().item(BODY)
        : Uni.createFrom()
            .emitter(emitter -> vertx.setTimer(delayMs, timer -> emitter.complete(BODY)));
  }

  /**
   * Blocks a virtual thread. {@code @RunOnVirtualThread} would be shorter; Quarkus accepts it only
   * if Maven itself runs on 21 or newer.
   */
  @GET
  @Path("virtual")
  public Uni<String> onVirtualThread() {
    return Uni.createFrom().item(this::blocking).runSubscriptionOn(virtualThreads);
  }

  /** Blocks a thread of the pool. */
  @GET
  @Path("worker")
  @Blocking
  public String onWorker() {
    return blocking();
  }

  /** Responds while all workers block. */
  @GET
  @Path("health")
  public Uni<String> health() {
    return Uni.createFrom().item("OK");
  }

  private String blocking() {
    try {
      Thread.sleep(delayMs);
      return BODY;
    } catch (InterruptedException e) {
      throw new CancellationException("the service ends");
    }
  }
}
