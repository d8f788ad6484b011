package io.github.restcomparison.jersey.vertx;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.glassfish.jersey.server.ManagedAsyncExecutor;
import org.glassfish.jersey.spi.ExecutorServiceProvider;

/** A virtual thread for each request that may block; not pooled, for they cost little. */
@ManagedAsyncExecutor
final class VirtualThreads implements ExecutorServiceProvider {
  private static final ExecutorService EXECUTOR =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("jersey-vertx-", 0).factory());

  /** Runs it on a thread that may wait. */
  static void run(Runnable task) {
    EXECUTOR.execute(task);
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
