package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Endpoint;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

/**
 * Answers {@code 503} where as many requests wait for the back end as may. It runs on the worker's
 * thread, just before the resource counts the request: threads that check at the same moment can
 * exceed the limit by their number.
 */
final class ConcurrencyLimitFilter implements ContainerRequestFilter {
  private final Admission admission;

  ConcurrencyLimitFilter(Admission admission) {
    this.admission = admission;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    if (request.getUriInfo().getRequestUri().getPath().equals(Endpoint.RESOURCE)
        && !admission.admits()) {
      request.abortWith(
          Response.status(Status.SERVICE_UNAVAILABLE)
              .header(HttpHeaders.RETRY_AFTER, Admission.RETRY_AFTER)
              .build());
    }
  }
}
