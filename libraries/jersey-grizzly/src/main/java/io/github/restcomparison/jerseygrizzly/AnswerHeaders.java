package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.Admission;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import org.glassfish.grizzly.http.util.HttpDateFormat;

/**
 * Adds the {@code Date}, which Jersey's container leaves out, and {@code Connection: close} while
 * the service drains.
 */
final class AnswerHeaders implements ContainerResponseFilter {
  private final Admission admission;

  AnswerHeaders(Admission admission) {
    this.admission = admission;
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    response.getHeaders().putSingle(HttpHeaders.DATE, HttpDateFormat.getCurrentDate());
    if (admission.draining()) {
      response.getHeaders().putSingle("Connection", "close");
    }
  }
}
