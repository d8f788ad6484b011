package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.annotation.Priority;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.internal.inject.Injections;
import org.glassfish.jersey.message.internal.CommittingOutputStream;
import org.glassfish.jersey.server.ChunkedOutput;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/**
 * Jersey's way back to the client. Jersey may call it on any thread; what touches the connection is
 * done on its event loop.
 */
final class ResponseWriter implements ContainerResponseWriter {
  private static final Logger LOG = Logger.getLogger(ResponseWriter.class.getName());
  private static final long NONE = -1;
  private static final int SWITCHING_PROTOCOLS = 101;

  private final Exchange exchange;
  private final ResponseBody body;
  private final Deployed application;

  /** Completed if the client leaves before it has the whole response. */
  private final CompletableFuture<Void> disconnect = new CompletableFuture<>();

  private volatile RequestBody content;
  private TimeoutHandler suspended;

  /** Ends Jersey's processing; null unless the request is suspended. */
  private AsyncResponse async;

  private long timer = NONE;

  private boolean isOnLoop;
  private volatile boolean isCutOff;

  ResponseWriter(Exchange exchange, Deployed application) {
    this.exchange = exchange;
    this.application = application;
    this.body = new ResponseBody(exchange, this, application.properties().writeTimeout());
    // The close handler is left to the owner of the server.
    exchange.request().response().exceptionHandler(gone -> body.disconnect());
  }

  @Override
  public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse response) {
    try {
      body.setHead(
          new ResponseHead(response, application.handler().getConfiguration(), length),
          response.getEntity() instanceof ChunkedOutput);
    } catch (RuntimeException e) {
      failure(e); // Jersey may log it only
      throw e;
    }
    if (response.getEntity() instanceof ChunkedOutput<?> output) {
      // So that a writer that seldom writes is informed.
      disconnect.thenRun(() -> application.threads().execute(() -> close(output)));
    }
    return body;
  }

  @Override
  public boolean suspend(long time, TimeUnit unit, TimeoutHandler handler) {
    synchronized (this) {
      if (suspended != null) {
        return false;
      }
      suspended = handler == null ? writer -> {} : handler;
      async = handler instanceof AsyncResponse jersey ? jersey : null;
    }
    if (time > AsyncResponse.NO_TIMEOUT) {
      setSuspendTimeout(time, unit);
    }
    return true;
  }

  /** Starts the time-out anew, on the event loop's own timers. */
  @Override
  public synchronized void setSuspendTimeout(long time, TimeUnit unit) {
    if (suspended == null || isCutOff) {
      throw new IllegalStateException("the request is not suspended");
    }
    cancelTimeout();
    if (time > AsyncResponse.NO_TIMEOUT) {
      try {
        timer = exchange.context().setTimer(Math.max(1, unit.toMillis(time)), this::timedOut);
      } catch (RejectedExecutionException e) {
        throw new IllegalStateException("the event loop has ended", e);
      }
    }
  }

  /** Keeps the request from timing out. */
  synchronized void cancelTimeout() {
    if (timer != NONE) {
      exchange.context().owner().cancelTimer(timer);
      timer = NONE;
    }
  }

  private synchronized boolean isTimer(long id) {
    return timer == id;
  }

  private void timedOut(long id) {
    call(
        () -> {
          if (isTimer(id)) {
            suspended.onTimeout(this);
          }
          // As TimeoutHandler states it: 503 if the handler has taken no action.
          if (isTimer(id)) {
            resumeUnavailable();
          }
        },
        application.policy().everythingMayBlock());
  }

  private void resumeUnavailable() {
    AsyncResponse pending;
    synchronized (this) {
      pending = async;
    }
    if (pending != null) {
      pending.resume(new ServiceUnavailableException());
    }
  }

  /** Calls the application on the event loop, if that is where it has the request. */
  private void call(Runnable call, boolean mayBlock) {
    if (isOnLoop && !mayBlock) {
      call.run();
    } else {
      application.threads().execute(call);
    }
  }

  /** Sets what is discarded when the request has its response. */
  void setContent(RequestBody content) {
    this.content = content;
  }

  Exchange exchange() {
    return exchange;
  }

  Deployed application() {
    return application;
  }

  /**
   * Returns what a resource resumes the request by; called on the thread of its method.
   *
   * @param jersey Jersey's own
   */
  synchronized AsyncResponse suspendedResponse(AsyncResponse jersey) {
    if (!(async instanceof SuspendedResponse)) {
      isOnLoop = Exchange.mayNotWait();
      async = new SuspendedResponse(jersey, this);
    }
    return async;
  }

  /** Something of a class that Jersey makes and fills in. */
  <T> T create(Class<T> type) {
    return Injections.getOrCreate(application.handler().getInjectionManager(), type);
  }

  /** Calls it when the client disconnects, or at once if that has happened. */
  void onDisconnect(ConnectionCallback callback, AsyncResponse response) {
    disconnect.thenRun(() -> call(() -> onDisconnected(callback, response), false));
  }

  private static void onDisconnected(ConnectionCallback callback, AsyncResponse response) {
    try {
      callback.onDisconnect(response);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a ConnectionCallback failed", e);
    }
  }

  private static void close(ChunkedOutput<?> unread) {
    try {
      unread.close();
    } catch (IOException e) {
      LOG.log(Level.FINE, "chunks could not be written", e);
    }
  }

  /** Called on the event loop if the client leaves before it has the whole, once or more often. */
  void disconnected() {
    done();
    disconnect.complete(null);
  }

  @Override
  public void commit() {
    done();
    cancelTimeout();
    body.end();
    if (content != null) {
      content.close();
    }
  }

  /** Removes the request from those that {@code stop} waits for; it may still time out. */
  void done() {
    application.unanswered().remove(this);
  }

  /** Returns whether nothing more can be sent; such as after an upgrade to WebSocket. */
  boolean isEnded() {
    HttpServerResponse response = exchange.request().response();
    return response.ended() || response.closed() || response.getStatusCode() == SWITCHING_PROTOCOLS;
  }

  /** Nothing has mapped the error: it is logged, and the client gets 500, or half of a response. */
  @Override
  public void failure(Throwable error) {
    done();
    cancelTimeout();
    if (body.endWith(500)) {
      LOG.log(
          disconnect.isDone() ? Level.FINE : Level.SEVERE,
          error,
          () -> "%s %s failed".formatted(exchange.request().method(), exchange.request().uri()));
    }
  }

  /** An entity could not be written: what has begun is cut off, else Jersey answers. */
  void entityFailed() {
    if (body.hasHead()) {
      end(500);
    }
  }

  /** Ends the response with 503, and Jersey's processing of the request, if it is suspended. */
  void cutOff() {
    isCutOff = true;
    end(503);
    resumeUnavailable();
  }

  /** Lets its connection end with the response. */
  void endConnection() {
    exchange.onLoop(
        () -> {
          HttpServerRequest request = exchange.request();
          if (Exchange.isMultiplexed(request)) {
            request.connection().shutdown();
          } else if (!request.response().headWritten() && !request.response().closed()) {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
          }
        });
  }

  /** Answers it, with a status alone, without the application. */
  void end(int status) {
    done();
    body.endWith(status);
  }

  /** Returns whether Jersey gathers small entities, so that their length is known. */
  @Override
  public boolean enableResponseBuffering() {
    return !body.isGathering();
  }

  /**
   * Has the content of each response gathered by {@link ResponseBody}, in as much memory as it has;
   * Jersey's own buffer has 8 KiB. It is called before all other filters, which may wrap the
   * stream.
   */
  @NonBlocking
  @Priority(Integer.MAX_VALUE)
  static final class Gathering implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      if (request instanceof Request received) {
        gather(received, response);
      }
    }

    private static void gather(Request request, ContainerResponseContext response) {
      ResponseWriter writer = request.writer();
      OutputStream stream = response.getEntityStream();
      boolean gathers =
          stream instanceof CommittingOutputStream
              && response.hasEntity()
              && !(response.getEntity() instanceof ChunkedOutput)
              && !request.getMethod().equals(HttpMethod.HEAD);
      writer.body.gather(gathers ? stream : null, writer.application.properties().bufferBytes());
      if (gathers) {
        response.setEntityStream(writer.body);
      }
    }
  }
}
