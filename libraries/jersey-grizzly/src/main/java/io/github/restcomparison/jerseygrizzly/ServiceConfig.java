package io.github.restcomparison.jerseygrizzly;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/** Jersey's configuration: without discovery and look-ups, what is registered is what runs. */
public final class ServiceConfig {
  /** Warns of every resource that is registered as an instance, and uses it all the same. */
  private static final Logger PROVIDERS =
      Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");

  static {
    PROVIDERS.setLevel(Level.SEVERE);
  }

  private ServiceConfig() {}

  /**
   * Returns that of a service.
   *
   * @param components objects, or classes that Jersey makes objects of
   */
  public static ResourceConfig of(Object... components) {
    ResourceConfig config = new ResourceConfig();
    for (Object component : components) {
      if (component instanceof Class<?> type) {
        config.register(type);
      } else {
        config.register(component);
      }
    }
    return config
        .property(ServerProperties.WADL_FEATURE_DISABLE, true)
        .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
        .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
  }
}
