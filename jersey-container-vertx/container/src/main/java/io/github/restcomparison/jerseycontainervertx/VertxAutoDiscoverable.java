package io.github.restcomparison.jerseycontainervertx;

import jakarta.inject.Inject;
import jakarta.ws.rs.core.FeatureContext;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.internal.spi.ForcedAutoDiscoverable;

/**
 * Registers what Jersey accepts from no binder, in applications of this container. Jersey calls it
 * for applications of other containers too, and if auto-discovery is disabled.
 */
final class VertxAutoDiscoverable implements ForcedAutoDiscoverable {
  @Inject private InjectionManager injectionManager;

  @Override
  public void configure(FeatureContext context) {
    VertxBinder binder = injectionManager.getInstance(VertxBinder.class);
    if (binder != null) {
      binder.setInjectionManager(injectionManager);
      context.register(binder.methods());
    }
  }
}
