package io.github.restcomparison.jakartaresttck;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.net.URI;

/**
 * Supplies the root path on containers that ignore {@link
 * jakarta.ws.rs.SeBootstrap.Configuration#rootPath()}: without it, they respond to every test with
 * 404.
 *
 * @param path of the application, with slashes at both ends
 */
@PreMatching
@Priority(Integer.MIN_VALUE)
record RootPath(String path) implements ContainerRequestFilter {
  /** Returns whether the tested container needs it. */
  static final boolean IS_NEEDED = Boolean.getBoolean("tck.rootPathIgnored");

  @Override
  public void filter(ContainerRequestContext request) {
    URI uri = request.getUriInfo().getRequestUri();
    request.setRequestUri(uri.resolve(path), uri);
  }
}
