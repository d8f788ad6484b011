package io.github.restcomparison.jerseycontainervertx;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ManagedAsyncExecutor;
import org.glassfish.jersey.spi.ExecutorServiceProvider;

/** Has Jersey call methods that may block on the application's {@link RequestThreads}. */
@ManagedAsyncExecutor
final class BlockingExecutor extends AbstractExecutorService implements ExecutorServiceProvider {
  private final VertxBinder binder;

  BlockingExecutor(VertxBinder binder) {
    this.binder = binder;
  }

  @Override
  public ExecutorService getExecutorService() {
    return binder.methods().managedExecutor(this);
  }

  @Override
  public void execute(Runnable task) {
    binder.application().threads().execute(task);
  }

  /** Does nothing: the threads end by themselves. */
  @Override
  public void dispose(ExecutorService executor) {}

  /** Does nothing: the threads end by themselves. */
  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }
}
