package io.github.restcomparison.jerseycontainervertx;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.ContextInternal;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.WebServerRequest;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One request, and the event loop that its connection belongs to: what is written, is written
 * there.
 */
final class Exchange {
  private static final Logger LOG = Logger.getLogger(Exchange.class.getName());
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int LINGER_S = 1;
  private static final long INTERNAL_ERROR = 2; // RFC 9113, 7
  private static final boolean HAS_VERTX_WEB = hasVertxWeb();

  private final HttpServerRequest request;
  private final ContextInternal context;

  /** True if another thread than the loop has written: then all is queued, in order. */
  private boolean isQueued;

  /** True if nothing follows the response on its connection. */
  private boolean isLast;

  Exchange(HttpServerRequest request, ContextInternal context) {
    this.request = request;
    this.context = context;
  }

  HttpServerRequest request() {
    return request;
  }

  ContextInternal context() {
    return context;
  }

  private static boolean hasVertxWeb() {
    try {
      ClassLoader loader = Exchange.class.getClassLoader();
      Class.forName("io.vertx.ext.web.WebServerRequest", false, loader);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Returns whether a request shares its connection with others: HTTP/2 and HTTP/3. */
  static boolean isMultiplexed(HttpServerRequest request) {
    return request.version().compareTo(HttpVersion.HTTP_1_1) > 0;
  }

  /** Returns what a router of Vert.x-Web knows of a request; null if none has passed it on. */
  static RoutingContext routing(HttpServerRequest request) {
    return HAS_VERTX_WEB && request instanceof WebServerRequest routed
        ? routed.routingContext()
        : null;
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

  /** Runs a task of the thread that writes: now on the event loop, unless others are queued. */
  void inOrder(Runnable task) {
    if (!isQueued && context.inThread()) {
      task.run();
    } else {
      isQueued = true;
      later(task);
    }
  }

  /** Returns whether nothing more can be sent; such as after an upgrade to WebSocket. */
  boolean isEnded() {
    HttpServerResponse response = request.response();
    return response.ended() || response.closed() || response.getStatusCode() == SWITCHING_PROTOCOLS;
  }

  /** Lets the connection end with the response; called by any thread. */
  void endConnection() {
    onLoop(
        () -> {
          HttpServerResponse response = request.response();
          if (isMultiplexed(request)) {
            request.connection().shutdown();
          } else if (!response.headWritten() && !response.closed()) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
          }
        });
  }

  /**
   * Writes the head of the response if that is due. On the event loop.
   *
   * @param length of all content, below 0 if there may be more
   * @return false if nothing more can be sent
   */
  boolean open(ResponseHead head, long length) {
    HttpServerResponse response = request.response();
    if (response.closed() || response.ended()) {
      return false;
    }
    if (!response.headWritten()) {
      isLast = head.write(request, length);
    }
    return true;
  }

  /** Ends the response; the last of its content may be null. On the event loop. */
  void end(Buffer last) {
    HttpServerResponse response = request.response();
    closeBehind(last == null ? response.end() : response.end(last));
  }

  private void closeBehind(Future<Void> sent) {
    if (isLast) {
      sent.onComplete(done -> close());
    }
  }

  /**
   * Ends the response with a status alone; if its head has been sent, with a reset stream or a
   * closed connection. On the event loop.
   *
   * @param begun the head that the status replaces; null if there is none
   */
  void endWith(int status, ResponseHead begun) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    if (response.headWritten()) {
      response.reset(INTERNAL_ERROR);
      return;
    }
    MultiMap headers = response.headers();
    if (begun != null) {
      begun.removeFrom(headers);
    }
    headers.set(HttpHeaders.DATE, FieldTexts.date());
    // The rest of the request is not wanted; or the server stops.
    isLast = status == 503 || RequestBody.length(request) != 0 && !request.isEnded();
    if (isMultiplexed(request)) {
      headers.remove(HttpHeaders.CONNECTION);
    } else if (isLast) {
      headers.set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    // The reason first: the one of a status that could not be written may still be set.
    String reason = HttpResponseStatus.valueOf(status).reasonPhrase();
    closeBehind(response.setStatusMessage(reason).setStatusCode(status).end());
  }

  /**
   * Discards the rest of the request, whose response has been written. A connection is closed
   * behind it, or after a second: the client could not read the response otherwise (RFC 9112, 9.6).
   */
  private void close() {
    Future<?> received =
        request.isEnded() ? Future.succeededFuture() : request.handler(null).resume().end();
    if (!isMultiplexed(request)) {
      Future.any(received, context.owner().timer(LINGER_S, TimeUnit.SECONDS))
          .onComplete(end -> request.connection().close());
    }
  }
}
