package io.github.restcomparison.jerseyasync;

import org.glassfish.jersey.server.ManagedAsyncExecutor;
import org.glassfish.jersey.spi.ThreadPoolExecutorProvider;

/** The pool that Jersey runs managed resources on: so many threads, and no more. */
@ManagedAsyncExecutor
final class ManagedPool extends ThreadPoolExecutorProvider {
  private final int threads;

  ManagedPool(int threads) {
    super("managed");
    this.threads = threads;
  }

  @Override
  protected int getCorePoolSize() {
    return threads;
  }

  @Override
  protected int getMaximumPoolSize() {
    return threads;
  }
}
