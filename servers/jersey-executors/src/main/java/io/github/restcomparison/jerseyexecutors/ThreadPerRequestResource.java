package io.github.restcomparison.jerseyexecutors;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Wait;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Starts a platform thread for each request, as the published comparison of 2014 did: the worker is
 * free, and yet each waiting request costs a thread, at a higher price than in a pool.
 */
@Path("myresource")
@Singleton
public final class ThreadPerRequestResource {
  private final Wait wait;
  private final Executor threads;

  ThreadPerRequestResource(Wait wait, Executor threads) {
    this.wait = wait;
    this.threads = threads;
  }

  /** Starts threads; a request whose thread cannot be started gets 500. */
  static Executor platformThreads() {
    return task -> Thread.ofPlatform().daemon().name("request").start(task);
  }

  /** Returns immediately; the new thread waits and responds. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    Duration delay = wait.next();
    try {
      threads.execute(() -> respond(response, delay));
    } catch (OutOfMemoryError e) {
      // "unable to create native thread": the process has as many as it may. An exception that
      // Jersey
      // does not map would leave Grizzly's response suspended for ever.
      response.resume(new InternalServerErrorException("no thread for this request", e));
    }
  }

  private static void respond(AsyncResponse response, Duration delay) {
    try {
      Thread.sleep(delay);
      response.resume(Endpoint.BODY);
    } catch (InterruptedException e) {
      response.cancel();
    }
  }
}
