package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.github.restcomparison.jerseyresources.MetricsResource;
import io.github.restcomparison.metrics.ServiceMetrics;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/** The one application that all event loops serve. */
final class Jersey implements AutoCloseable {
  /** Warns of every resource that is registered as an instance, and then uses it all the same. */
  private static final Logger PROVIDERS =
      Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");

  static {
    PROVIDERS.setLevel(Level.SEVERE);
  }

  private final Function<Vertx, Object> resource;
  private final Optional<ServiceMetrics> metrics;
  private VertxHttpContainer container;

  Jersey(Function<Vertx, Object> resource, Optional<ServiceMetrics> metrics) {
    this.resource = resource;
    this.metrics = metrics;
  }

  /** The same for each event loop. */
  synchronized VertxHttpContainer handler(Vertx vertx) {
    if (container == null) {
      container = new VertxHttpContainer(config(vertx), "/myapp/");
      container.start();
    }
    return container;
  }

  /** Nothing is looked up or added behind the reader's back: what is registered is what runs. */
  private ResourceConfig config(Vertx vertx) {
    ResourceConfig config = new ResourceConfig();
    metrics.ifPresent(shown -> config.register(new MetricsResource(shown)));
    return config
        .register(resource.apply(vertx))
        .register(new HealthResource())
        .property(ServerProperties.WADL_FEATURE_DISABLE, true)
        .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
        .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
  }

  @Override
  public synchronized void close() {
    if (container != null) {
      container.stop();
    }
  }
}
