package io.github.restcomparison.springboot;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/** Counts the requests that reach the controller, all but those for its health. */
final class CountFilter extends HttpFilter {
  private static final long serialVersionUID = 1;

  private final transient Requests requests;

  CountFilter(Requests requests) {
    this.requests = requests;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getRequestURI().equals(Endpoint.HEALTH)) {
      chain.doFilter(request, response);
      return;
    }
    Optional<Requests.Admitted> admitted = requests.enter();
    admitted.ifPresent(Requests.Admitted::begin);
    try {
      chain.doFilter(request, response);
    } finally {
      admitted.ifPresent(Requests.Admitted::end);
    }
  }
}
