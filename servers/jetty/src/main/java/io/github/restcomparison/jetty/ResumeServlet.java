package io.github.restcomparison.jetty;

import io.github.restcomparison.servicekit.Wait;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * The scheduler thread dispatches the request back into the servlet, where a worker takes it up for
 * the second time and writes the response.
 */
final class ResumeServlet extends SchedulingServlet {
  private static final long serialVersionUID = 1;

  ResumeServlet(Wait wait, int threads) {
    super(wait, threads);
  }

  @Override
  protected void respondAfterTheDelay(HttpServletRequest request, HttpServletResponse response) {
    suspend(request);
  }

  @Override
  void wake(AsyncContext context) {
    context.dispatch();
  }
}
