package io.github.restcomparison.jetty7;

import io.github.restcomparison.servicekit.Wait;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.continuation.Continuation;
import org.eclipse.jetty.continuation.ContinuationSupport;

/** The scheduler thread resumes the request, and a worker takes it up for the second time. */
final class ResumeServlet extends ContinuationServlet {
  private static final long serialVersionUID = 1;

  ResumeServlet(Wait wait, int threads) {
    super(wait, threads);
  }

  @Override
  protected boolean hasWaited(HttpServletRequest request) {
    return !ContinuationSupport.getContinuation(request).isInitial();
  }

  @Override
  protected void respondAfterTheDelay(HttpServletRequest request, HttpServletResponse response) {
    Continuation continuation = ContinuationSupport.getContinuation(request);
    continuation.setTimeout(0);
    continuation.suspend();
    wakeAfterTheDelay(continuation, request);
  }

  @Override
  void wake(Continuation continuation, HttpServletRequest request) {
    continuation.resume();
  }
}
