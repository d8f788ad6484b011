package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.github.restcomparison.jerseyresources.ServiceConfig;
import io.github.restcomparison.metrics.ServiceMetrics;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The one application that all event loops serve. */
final class Jersey implements AutoCloseable {
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
      container =
          new VertxHttpContainer(
              ServiceConfig.of(List.of(resource.apply(vertx), new HealthResource()), metrics),
              "/myapp/");
      container.start();
    }
    return container;
  }

  @Override
  public synchronized void close() {
    if (container != null) {
      container.stop();
    }
  }
}
