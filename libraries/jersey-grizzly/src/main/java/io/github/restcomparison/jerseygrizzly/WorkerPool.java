package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.Workers;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.threadpool.GrizzlyExecutorService;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;

/** The threads that run resources, and the queue before them. */
final class WorkerPool {
  private static final int UNLIMITED = -1;

  private WorkerPool() {}

  /**
   * Gives a transport its workers.
   *
   * @param mostWaiting requests that may wait for a worker; any number where it is empty, or where
   *     each request has a worker of its own
   */
  static void into(TCPNIOTransport transport, Workers workers, OptionalInt mostWaiting) {
    switch (workers) {
      case Workers.Platform(int threads) when mostWaiting.isEmpty() ->
          transport.setWorkerThreadPoolConfig(threads(threads));
      case Workers.Platform(int threads) -> {
        ExecutorService pool =
            GrizzlyExecutorService.createInstance(
                threads(threads).setMemoryManager(transport.getMemoryManager()));
        transport.setWorkerThreadPool(new Bounded(pool, threads + mostWaiting.getAsInt()));
      }
      case Workers.Virtual() ->
          transport.setWorkerThreadPool(
              Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("worker-", 0).factory()));
    }
  }

  private static ThreadPoolConfig threads(int threads) {
    return ThreadPoolConfig.defaultConfig()
        .setPoolName("worker")
        // A core below the maximum would select a pool with one global lock.
        .setCorePoolSize(threads)
        .setMaxPoolSize(threads)
        .setQueueLimit(UNLIMITED);
  }

  /** Whether a transport's workers all have a request, and the queue before them is full. */
  static boolean isFull(TCPNIOTransport transport) {
    return transport.getWorkerThreadPool() instanceof Bounded pool
        && pool.taken.get() >= pool.places;
  }

  /**
   * Counts its requests, running and queued. It does not refuse any itself: the selector thread
   * checks before, and refuses them there.
   */
  private static final class Bounded extends AbstractExecutorService {
    private final ExecutorService pool;
    private final int places;
    private final AtomicInteger taken = new AtomicInteger();

    Bounded(ExecutorService pool, int places) {
      this.pool = pool;
      this.places = places;
    }

    @Override
    public void execute(Runnable task) {
      taken.incrementAndGet();
      pool.execute(
          () -> {
            try {
              task.run();
            } finally {
              taken.decrementAndGet();
            }
          });
    }

    @Override
    public void shutdown() {
      pool.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
      return pool.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
      return pool.isShutdown();
    }

    @Override
    public boolean isTerminated() {
      return pool.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
      return pool.awaitTermination(timeout, unit);
    }
  }
}
