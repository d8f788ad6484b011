package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** The threads of requests that may block, which end by themselves. */
final class RequestThreads {
  private static final String NAME = "jersey-vertx-";
  private static final int PLATFORM_THREADS = 200;

  /** A new virtual thread for each task; 200 platform threads if the JVM has no virtual ones. */
  static final ExecutorService EXECUTOR = executor();

  private RequestThreads() {}

  /** By reflection: the container is compiled for Java 17. */
  private static ExecutorService executor() {
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
      return Executors.newFixedThreadPool(PLATFORM_THREADS, RequestThreads::daemon);
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

  /** Runs a task of a server, which does not wait for a thread of requests. */
  static void run(Runnable task) {
    daemon(task).start();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setName(NAME + thread.getId());
    thread.setDaemon(true);
    return thread;
  }
}
