package io.github.restcomparison.jetty;

import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servlets.MyServlet;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Suspends requests; a few scheduler threads wake them, where their waits are over. */
abstract class SchedulingServlet extends MyServlet {
  private static final long serialVersionUID = 1;

  private final transient Delay delay;
  private final transient ScheduledThreadPoolExecutor scheduler;

  SchedulingServlet(Delay delay, int threads) {
    this.delay = delay;
    this.scheduler =
        new ScheduledThreadPoolExecutor(
            threads, Thread.ofPlatform().name("scheduler-", 0).factory());
  }

  /** What a scheduler thread does with a request whose wait is over. */
  abstract void wake(AsyncContext context);

  final void suspend(HttpServletRequest request) {
    AsyncContext context = request.startAsync();
    context.setTimeout(0);
    scheduler.schedule(() -> wake(context), delay.next().toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void destroy() {
    scheduler.shutdownNow();
  }
}
