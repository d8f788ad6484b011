package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads of requests that may block. */
final class RequestThreads {
  private static final String NAME = "jersey-vertx-";

  /** A new virtual thread for each task. */
  static final ExecutorService EXECUTOR =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(NAME, 0).factory());

  private RequestThreads() {}

  /**
   * Returns whether the current thread must not wait: it is an event loop, or that of a verticle
   * with other threads, which does one thing after another as well.
   */
  static boolean mayNotWait() {
    Context current = Vertx.currentContext();
    return current != null && (Context.isOnEventLoopThread() || !current.isEventLoopContext());
  }

  /** Runs a task of a server, also while requests occupy what carries virtual threads. */
  static void run(Runnable task) {
    Thread.ofPlatform().daemon().name(NAME + "server").start(task);
  }
}
