package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.ContextInternal;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.WebServerRequest;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One request, and the event loop that its connection belongs to.
 *
 * @param context of that event loop: whatever is written to the connection is written there
 */
record Exchange(HttpServerRequest request, ContextInternal context) {
  private static final Logger LOG = Logger.getLogger(Exchange.class.getName());
  private static final int LINGER_S = 1;
  private static final long NO_ERROR = 0; // RFC 9113, 7
  private static final boolean HAS_VERTX_WEB = hasVertxWeb();

  private static boolean hasVertxWeb() {
    try {
      ClassLoader loader = Exchange.class.getClassLoader();
      Class.forName("io.vertx.ext.web.WebServerRequest", false, loader);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Returns whether other requests of its connection go on beside it: HTTP/2 and HTTP/3. */
  static boolean isMultiplexed(HttpServerRequest request) {
    return request.version().compareTo(HttpVersion.HTTP_1_1) > 0;
  }

  /** Returns what a router of Vert.x-Web knows of a request; null if none has passed it on. */
  static RoutingContext routing(HttpServerRequest request) {
    return HAS_VERTX_WEB && request instanceof WebServerRequest routed
        ? routed.routingContext()
        : null;
  }

  /**
   * Returns whether the current thread must not wait: it is an event loop, this connection's or
   * not, or that of a verticle with other threads, which does one thing after another as well.
   */
  static boolean mayNotWait() {
    Context current = Vertx.currentContext();
    return current != null && (Context.isOnEventLoopThread() || !current.isEventLoopContext());
  }

  /** Runs a task on the event loop: now if this is its thread, else behind what is queued. */
  void onLoop(Runnable task) {
    if (context.inThread()) {
      task.run();
    } else {
      later(task);
    }
  }

  /**
   * Runs a task on the event loop, behind what is queued. It is not run if the loop has ended, and
   * all of its connections with it.
   */
  void later(Runnable task) {
    try {
      context.runOnContext(now -> task.run());
    } catch (RejectedExecutionException e) {
      LOG.log(Level.FINE, "the event loop has ended", e);
    }
  }

  /**
   * Calls a handler before the head of the response is written, beside those of a router. Without a
   * router, it replaces another one.
   */
  void onHeadersEnd(Handler<Void> handler) {
    RoutingContext routing = routing(request);
    if (routing == null) {
      request.response().headersEndHandler(handler);
    } else {
      routing.addHeadersEndHandler(handler);
    }
  }

  /** The same when the response is ended. */
  void onBodyEnd(Handler<Void> handler) {
    RoutingContext routing = routing(request);
    if (routing == null) {
      request.response().bodyEndHandler(handler);
    } else {
      routing.addBodyEndHandler(handler);
    }
  }

  /**
   * Receives no more of the request, whose response has been written. A connection is closed behind
   * the request, or after a second in which content is discarded: the client could not read the
   * response otherwise (RFC 9112, 9.6).
   */
  void close() {
    if (!isMultiplexed(request)) {
      Future<?> received =
          request.isEnded() ? Future.succeededFuture() : request.handler(null).resume().end();
      Future.any(received, context.owner().timer(LINGER_S, TimeUnit.SECONDS))
          .onComplete(end -> request.connection().close());
    } else {
      later(
          () -> {
            if (!request.isEnded()) {
              request.response().reset(NO_ERROR);
            }
          });
    }
  }
}
