package io.github.restcomparison.jerseyvertx;

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

  MetricsResource(ServiceMetrics metrics) {
    this.metrics = metrics;
  }

  /** It takes a millisecond or two, on a virtual thread. */
  @GET
  @Produces(ServiceMetrics.MEDIA_TYPE)
  public String metrics() {
    return metrics.scrape();
  }
}
