package io.github.restcomparison.jetty7;

import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servletsjavax.MyServlet;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.continuation.Continuation;

/** Has continuations woken by a few scheduler threads, where their waits are over. */
abstract class ContinuationServlet extends MyServlet {
  private static final long serialVersionUID = 1;

  private final transient Delay delay;
  private final transient ScheduledThreadPoolExecutor scheduler;

  ContinuationServlet(Delay delay, int threads) {
    this.delay = delay;
    this.scheduler =
        new ScheduledThreadPoolExecutor(
            threads, Thread.ofPlatform().name("scheduler-", 0).factory());
  }

  /** What a scheduler thread does with a request whose wait is over. */
  abstract void wake(Continuation continuation);

  final void wakeAfterTheDelay(Continuation continuation) {
    scheduler.schedule(() -> wake(continuation), delay.next().toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void destroy() {
    scheduler.shutdownNow();
  }
}
