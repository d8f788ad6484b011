package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.jerseycontainervertx.NonBlocking;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Wait;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.Suspended;

/**
 * Sets a timer on the event loop that has matched the request; the same loop responds when it
 * fires. No thread is held while the request waits, and none is handed anything.
 */
@Path("myresource")
@Singleton
@NonBlocking
public final class MyResource {
  private final Vertx vertx;
  private final Wait wait;

  MyResource(Vertx vertx, Wait wait) {
    this.vertx = vertx;
    this.wait = wait;
  }

  /** Returns at once. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    long ms = wait.next().toMillis();
    if (ms == 0) {
      response.resume(Endpoint.BODY);
      return;
    }
    long timer = vertx.setTimer(ms, fired -> response.resume(Endpoint.BODY));
    // A client that leaves takes its timer with it.
    response.register((ConnectionCallback) left -> vertx.cancelTimer(timer));
  }
}
