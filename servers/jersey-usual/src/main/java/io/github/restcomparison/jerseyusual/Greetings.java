package io.github.restcomparison.jerseyusual;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.SimulatedDelay;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ServiceUnavailableException;

/** What the resource stands on, as a bean: it takes its time, and blocks its thread meanwhile. */
@ApplicationScoped
public class Greetings {
  private final SimulatedDelay delay;
  private final RequestCount requests;

  /** For the proxy that CDI makes of it. */
  protected Greetings() {
    this(null, null);
  }

  /** Of the service's own wait and count. */
  @Inject
  public Greetings(SimulatedDelay delay, RequestCount requests) {
    this.delay = delay;
    this.requests = requests;
  }

  /**
   * Blocks for the delay.
   *
   * @throws ServiceUnavailableException where that is longer than the time-out
   * @throws InterruptedException where the server is cut off while it waits
   */
  public Greeting greet() throws InterruptedException {
    long arrived = requests.arrived();
    SimulatedDelay.Call call = delay.call();
    Thread.sleep(call.lasts());
    requests.answered(arrived);
    if (call.timedOut()) {
      throw new ServiceUnavailableException(1L);
    }
    return new Greeting(Endpoint.BODY, call.lasts().toMillis());
  }
}
