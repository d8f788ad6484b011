package io.github.restcomparison.jetty7;

import io.github.restcomparison.servicekit.Wait;
import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.continuation.Continuation;
import org.eclipse.jetty.continuation.ContinuationSupport;

/** The scheduler thread writes the response and completes the request: no worker sees it again. */
final class CompleteServlet extends ContinuationServlet {
  private static final long serialVersionUID = 1;

  CompleteServlet(Wait wait, int threads) {
    super(wait, threads);
  }

  @Override
  protected void respondAfterTheDelay(HttpServletRequest request, HttpServletResponse response) {
    Continuation continuation = ContinuationSupport.getContinuation(request);
    continuation.setTimeout(0);
    continuation.suspend(response);
    wakeAfterTheDelay(continuation, request);
  }

  @Override
  void wake(Continuation continuation, HttpServletRequest request) {
    try {
      respond(request, continuation.getServletResponse());
    } catch (IOException e) {
      // The client has disconnected.
    } finally {
      continuation.complete();
    }
  }
}
