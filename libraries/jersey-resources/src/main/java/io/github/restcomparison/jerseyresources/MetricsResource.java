package io.github.restcomparison.jerseyresources;

import io.github.restcomparison.metrics.ServiceMetrics;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** The metrics of the service in Prometheus' format. */
@Path("metrics")
@Singleton
public final class MetricsResource {
  private final ServiceMetrics metrics;

  /** Shows them. */
  public MetricsResource(ServiceMetrics metrics) {
    this.metrics = metrics;
  }

  /** Needs a thread like every other request. */
  @GET
  @Produces(ServiceMetrics.MEDIA_TYPE)
  public String metrics() {
    return metrics.scrape();
  }
}
