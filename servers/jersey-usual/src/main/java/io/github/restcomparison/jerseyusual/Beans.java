package io.github.restcomparison.jerseyusual;

import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.SimulatedDelay;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Singleton;
import org.jboss.weld.environment.se.Weld;

/**
 * Beans that are not found by their annotations: what the main program has made of the settings.
 */
final class Beans implements Extension {
  private final SimulatedDelay delay;
  private final RequestCount requests;

  private Beans(SimulatedDelay delay, RequestCount requests) {
    this.delay = delay;
    this.requests = requests;
  }

  /** Starts the container of beans; Jersey finds it by itself. */
  static SeContainer start(SimulatedDelay delay, RequestCount requests) {
    return new Weld()
        .skipShutdownHook() // the service drains first
        .addExtension(new Beans(delay, requests))
        .initialize();
  }

  /** Called by CDI when it has found the others. */
  void add(@Observes AfterBeanDiscovery beans) {
    beans
        .<SimulatedDelay>addBean()
        .addType(SimulatedDelay.class)
        .scope(Singleton.class)
        .createWith(context -> delay);
    beans
        .<RequestCount>addBean()
        .addType(RequestCount.class)
        .scope(Singleton.class)
        .createWith(context -> requests);
  }
}
