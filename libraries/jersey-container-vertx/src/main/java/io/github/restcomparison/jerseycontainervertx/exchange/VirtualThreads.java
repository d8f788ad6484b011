package io.github.restcomparison.jerseycontainervertx.exchange;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import org.glassfish.jersey.server.ManagedAsyncExecutor;
import org.glassfish.jersey.spi.ExecutorServiceProvider;

/** A virtual thread for each request that may block; not pooled, for they cost little. */
@ManagedAsyncExecutor
public final class VirtualThreads implements ExecutorServiceProvider {
  private static final ExecutorService EXECUTOR =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("jersey-vertx-", 0).factory());

  /** Runs it on a thread that may wait. */
  public static void run(Runnable task) {
    EXECUTOR.execute(task);
  }

  /**
   * Waits until something has changed, and holds the condition's lock again then.
   *
   * @return how many of the nanoseconds are left, 0 or less if none is
   * @throws IOException if the thread is interrupted, which it stays: whoever reads or writes knows
   *     no other way to end
   */
  static long await(Condition changed, long nanos) throws IOException {
    try {
      return changed.awaitNanos(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public ExecutorService getExecutorService() {
    return EXECUTOR;
  }

  @Override
  public void dispose(ExecutorService executor) {
    // It holds no thread that nobody uses.
  }
}
