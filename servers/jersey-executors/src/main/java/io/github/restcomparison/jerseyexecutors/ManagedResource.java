package io.github.restcomparison.jerseyexecutors;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Wait;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import org.glassfish.jersey.server.ManagedAsync;
import org.glassfish.jersey.server.ManagedAsyncExecutor;
import org.glassfish.jersey.spi.ThreadPoolExecutorProvider;

/**
 * Jersey itself hands the request to another pool, whose thread then waits: the server's worker is
 * free, and a request that waits holds a thread all the same.
 */
@Path("myresource")
@Singleton
public final class ManagedResource {
  private final Wait wait;

  ManagedResource(Wait wait) {
    this.wait = wait;
  }

  /** Runs on a thread of Jersey's pool for managed resources. */
  @GET
  @Produces("text/plain")
  @ManagedAsync
  public void get(@Suspended AsyncResponse response) throws InterruptedException {
    wait.block();
    response.resume(Endpoint.BODY);
  }

  /** That pool: a fixed number of threads, and an unbounded queue. */
  @ManagedAsyncExecutor
  static final class Pool extends ThreadPoolExecutorProvider {
    private final int threads;

    Pool(int threads) {
      super("managed");
      this.threads = threads;
    }

    @Override
    protected int getCorePoolSize() {
      return threads;
    }

    @Override
    protected int getMaximumPoolSize() {
      return threads;
    }
  }
}
