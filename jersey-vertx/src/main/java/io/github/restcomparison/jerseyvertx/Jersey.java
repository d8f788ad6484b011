package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.contract.BackEnd;
import io.github.restcomparison.contract.RequestCount;
import io.github.restcomparison.jersey.vertx.VertxHttpContainer;
import io.github.restcomparison.metrics.ServiceMetrics;
import io.vertx.core.Vertx;
import java.util.Optional;
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

  private final BackEnd backEnd;
  private final boolean blocks;
  private final RequestCount requests;
  private final Optional<ServiceMetrics> metrics;
  private VertxHttpContainer container;

  Jersey(BackEnd backEnd, boolean blocks, RequestCount requests, Optional<ServiceMetrics> metrics) {
    this.backEnd = backEnd;
    this.blocks = blocks;
    this.requests = requests;
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
        .register(
            blocks
                ? new io.github.restcomparison.jerseysync.MyResource(backEnd, requests)
                : new MyResource(vertx, backEnd, requests))
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
