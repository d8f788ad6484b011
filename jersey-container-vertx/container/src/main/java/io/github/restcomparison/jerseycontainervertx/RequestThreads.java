package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of an application's requests that may block: a new virtual one each, or a pool of
 * platform threads if the application is configured so or the JVM (before Java 21) has no others.
 */
final class RequestThreads {
  private static final String NAME = "jersey-vertx-";
  private static final int IDLE_S = 10;
  private static final int WITHOUT_VIRTUAL = 200;

  /** Null if the JVM has no virtual threads. */
  private static final ExecutorService VIRTUAL = virtual();

  private RequestThreads() {}

  /** By reflection: the container is compiled for Java 17. */
  private static ExecutorService virtual() {
    try {
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      builder = type.getMethod("name", String.class, long.class).invoke(builder, NAME, 0L);
      Object factory = type.getMethod("factory").invoke(builder);
      return (ExecutorService)
          Executors.class
              .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
              .invoke(null, factory);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * Returns whether the current thread must not wait: it is an event loop, or that of a verticle
   * with other threads, which does one thing after another as well.
   */
  static boolean mayNotWait() {
    Context current = Vertx.currentContext();
    return current != null && (Context.isOnEventLoopThread() || !current.isEventLoopContext());
  }

  /** Runs a task that may block on a thread of its own, which is of no application's pool. */
  static void run(Runnable task) {
    if (VIRTUAL != null) {
      VIRTUAL.execute(task);
    } else {
      daemon(task).start();
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setName(NAME + thread.getId());
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns the threads of an application, which nobody has to end.
   *
   * @param limit platform threads, each ends after 10 idle seconds; 0 for a virtual thread for each
   *     task, if the JVM has them, else 200
   */
  static ExecutorService of(int limit) {
    if (limit == 0 && VIRTUAL != null) {
      return VIRTUAL;
    }
    int threads = limit == 0 ? WITHOUT_VIRTUAL : limit;
    LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads, threads, IDLE_S, TimeUnit.SECONDS, queue, RequestThreads::daemon);
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
