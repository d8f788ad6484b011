package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.Requests;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;

/** Asks clients to close their connections while the service drains. */
record DrainFilter(Requests requests) implements ContainerResponseFilter {
  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (requests.draining()) {
      response.getHeaders().putSingle("Connection", "close");
    }
  }
}
