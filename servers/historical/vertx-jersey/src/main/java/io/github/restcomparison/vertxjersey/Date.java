package io.github.restcomparison.vertxjersey;

import io.github.restcomparison.servicekit.HttpDate;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerResponseContext;
import javax.ws.rs.container.ContainerResponseFilter;

/** Adds the header that Vert.x 3 leaves to its users. */
final class Date implements ContainerResponseFilter {
  private final HttpDate date = new HttpDate();

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    response.getHeaders().putSingle("Date", date.now());
  }
}
