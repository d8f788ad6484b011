package io.github.restcomparison.jerseycdi;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Wait;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;

/** The bean that the resource stands on: it takes its time, and blocks its thread meanwhile. */
@ApplicationScoped
public class Greetings {
  private final Wait wait;

  /** For the proxy that CDI makes of it. */
  protected Greetings() {
    this(null);
  }

  /** Waits as the service's settings say. */
  @Inject
  public Greetings(Wait wait) {
    this.wait = wait;
  }

  /** Blocks, as a call to a slow back end would. */
  public Greeting greet() throws InterruptedException {
    Duration waits = wait.next();
    if (!waits.isZero()) {
      Thread.sleep(waits);
    }
    return new Greeting(Endpoint.BODY, waits.toMillis());
  }
}
