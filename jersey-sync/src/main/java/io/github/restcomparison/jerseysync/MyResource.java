package io.github.restcomparison.jerseysync;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.SimulatedDelay;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;

/** Waits in its worker thread: while a request waits, that thread can do nothing else. */
@Path("myresource")
@Singleton
public final class MyResource {
  private final SimulatedDelay delay;
  private final RequestCount requests;

  /**
   * @param requests that counts those it sees
   */
  public MyResource(SimulatedDelay delay, RequestCount requests) {
    this.delay = delay;
    this.requests = requests;
  }

  /**
   * Blocks for the delay.
   *
   * @throws ServiceUnavailableException where that is longer than the time-out
   * @throws InterruptedException where the server is cut off while it waits
   */
  @GET
  @Produces("text/plain")
  public String get() throws InterruptedException {
    long arrived = requests.arrived();
    SimulatedDelay.Call call = delay.call();
    Thread.sleep(call.lasts());
    requests.answered(arrived);
    if (call.timedOut()) {
      throw new ServiceUnavailableException(1L);
    }
    return Endpoint.BODY;
  }
}
