package io.github.restcomparison.jetty7;

import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servletsjavax.MyServlet;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import org.eclipse.jetty.continuation.Continuation;

/** A few scheduler threads wake continuations when their waits are over. */
abstract class ContinuationServlet extends MyServlet {
  private static final long serialVersionUID = 1;

  private final transient Wait wait;
  private final transient ScheduledThreadPoolExecutor scheduler;

  ContinuationServlet(Wait wait, int threads) {
    this.wait = wait;
    this.scheduler =
        new ScheduledThreadPoolExecutor(
            threads, Thread.ofPlatform().name("scheduler-", 0).factory());
  }

  /** Responds, on a scheduler's thread, to a request whose wait is over. */
  abstract void wake(Continuation continuation, HttpServletRequest request);

  final void wakeAfterTheDelay(Continuation continuation, HttpServletRequest request) {
    scheduler.schedule(
        () -> wake(continuation, request), wait.next().toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void destroy() {
    scheduler.shutdownNow();
  }
}
