package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One request, and the event loop that its connection belongs to.
 *
 * @param context of that event loop: whatever is written to the connection is written there
 * @param loop its thread
 */
record Exchange(HttpServerRequest request, Vertx vertx, Context context, Thread loop) {
  private static final Logger LOG = Logger.getLogger(Exchange.class.getName());

  /** Calls a handler on the event loop of the request's connection: now, if this is its thread. */
  static void start(HttpServerRequest request, Consumer<Exchange> handler) {
    ContextInternal context = ((HttpServerRequestInternal) request).context();
    if (context.inThread()) {
      handler.accept(new Exchange(request, context.owner(), context, Thread.currentThread()));
    } else {
      context.runOnContext(now -> start(request, handler));
    }
  }

  /**
   * Whether the current thread may not wait: it is an event loop, this connection's or not, or that
   * of a verticle with other threads, which does one thing after another as well.
   */
  static boolean mayNotWait() {
    Context current = Vertx.currentContext();
    return current != null && (Context.isOnEventLoopThread() || !current.isEventLoopContext());
  }

  /** Whether the current thread is the connection's event loop. */
  boolean isOnLoop() {
    return Thread.currentThread() == loop;
  }

  /**
   * Runs a task on the event loop: now if this is its thread, else behind what is queued. It is not
   * run if the loop has ended, and all of its connections with it.
   */
  void onLoop(Runnable task) {
    if (isOnLoop()) {
      task.run();
      return;
    }
    try {
      context.runOnContext(now -> task.run());
    } catch (RejectedExecutionException e) {
      LOG.log(Level.FINE, "the event loop has ended", e);
    }
  }
}
