package io.github.restcomparison.jetty;

import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servlets.MyServlet;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Suspends requests; a few scheduler threads wake them when their waits are over. */
abstract class SchedulingServlet extends MyServlet {
  private static final long serialVersionUID = 1;

  private final transient Wait wait;
  private final transient ScheduledThreadPoolExecutor scheduler;

  SchedulingServlet(Wait wait, int threads) {
    this.wait = wait;
    this.scheduler =
        new ScheduledThreadPoolExecutor(
            threads, Thread.ofPlatform().name("scheduler-", 0).factory());
  }

  /** Called by a scheduler thread when the wait of a request is over. */
  abstract void wake(AsyncContext context);

  final void suspend(HttpServletRequest request) {
    AsyncContext context = request.startAsync();
    context.setTimeout(0);
    scheduler.schedule(() -> wake(context), wait.next().toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void destroy() {
    scheduler.shutdownNow();
  }
}
