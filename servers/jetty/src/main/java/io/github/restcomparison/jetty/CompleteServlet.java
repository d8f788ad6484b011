package io.github.restcomparison.jetty;

import io.github.restcomparison.servicekit.Wait;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * The scheduler thread writes the response and completes the request: its worker never sees it
 * again.
 */
final class CompleteServlet extends SchedulingServlet {
  private static final long serialVersionUID = 1;

  CompleteServlet(Wait wait, int threads) {
    super(wait, threads);
  }

  @Override
  protected void respondAfterTheDelay(HttpServletRequest request, HttpServletResponse response) {
    suspend(request);
  }

  @Override
  void wake(AsyncContext context) {
    try {
      respond(context.getRequest(), context.getResponse());
    } catch (IOException e) {
      // The client has disconnected.
    } finally {
      context.complete();
    }
  }
}
