package io.github.restcomparison.jerseycdi;

import io.github.restcomparison.servicekit.Wait;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Singleton;
import org.jboss.weld.environment.se.Weld;

/** The bean that no annotation finds: the wait, which the main program has read. */
final class Beans implements Extension {
  private final Wait wait;

  private Beans(Wait wait) {
    this.wait = wait;
  }

  /** Starts the container of beans; Jersey finds it by itself. */
  static SeContainer start(Wait wait) {
    return new Weld()
        .skipShutdownHook() // the service drains first
        .addExtension(new Beans(wait))
        .initialize();
  }

  /** Called by CDI when it has found the others. */
  void add(@Observes AfterBeanDiscovery beans) {
    beans.<Wait>addBean().addType(Wait.class).scope(Singleton.class).createWith(context -> wait);
  }
}
