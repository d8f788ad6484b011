package io.github.restcomparison.jerseyresources;

import io.github.restcomparison.metrics.ServiceMetrics;
import java.util.Collection;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/**
 * The configuration of a service: without discovery and look-ups, what is registered is what runs.
 */
public final class ServiceConfig {
  /** Warns of every resource that is registered as an instance, and then uses it all the same. */
  private static final Logger PROVIDERS =
      Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");

  static {
    PROVIDERS.setLevel(Level.SEVERE);
  }

  private ServiceConfig() {}

  /**
   * That of a service.
   *
   * @param components objects, or classes that Jersey makes objects of
   * @param metrics that it publishes, where it does
   */
  public static ResourceConfig of(Collection<?> components, Optional<ServiceMetrics> metrics) {
    ResourceConfig config = new ResourceConfig();
    metrics.ifPresent(shown -> config.register(new MetricsResource(shown)));
    components.forEach(
        each -> {
          if (each instanceof Class<?> type) {
            config.register(type);
          } else {
            config.register(each);
          }
        });
    return config
        .property(ServerProperties.WADL_FEATURE_DISABLE, true)
        .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
        .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
  }
}
