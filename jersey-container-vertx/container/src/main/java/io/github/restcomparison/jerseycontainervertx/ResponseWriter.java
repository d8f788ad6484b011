package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
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
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/**
 * Jersey's way back to the client. Jersey may call it on any thread; what touches the connection is
 * done on its event loop.
 */
final class ResponseWriter implements ContainerResponseWriter {
  private static final Logger LOG = Logger.getLogger(ResponseWriter.class.getName());
  private static final long NONE = -1;

  private final Exchange exchange;
  private final ResponseBody body;
  private final Deployed application;

  /** Completed if the client leaves before it has the whole response. */
  private final CompletableFuture<Void> disconnect = new CompletableFuture<>();

  private volatile RequestBody content;
  private TimeoutHandler suspended;
  private AsyncResponse suspendedResponse;
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
      body.setHead(new ResponseHead(response, application.handler().getConfiguration(), length));
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
      isOnLoop = Exchange.mayNotWait();
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
          suspended.onTimeout(this);
          // As TimeoutHandler states it: 503 if the handler has taken no action.
          if (isTimer(id) && suspended instanceof AsyncResponse unanswered) {
            unanswered.resume(new ServiceUnavailableException());
          }
        },
        application.policy().errorsMayBlock());
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

  /** What a resource resumes the request by. */
  synchronized AsyncResponse suspendedResponse() {
    if (suspendedResponse == null) {
      // Jersey hands the one of its own over as what is to be told of a time-out.
      suspendedResponse = new SuspendedResponse((AsyncResponse) suspended, this);
    }
    return suspendedResponse;
  }

  /** Something of a class that Jersey makes and fills in. */
  <T> T create(Class<T> type) {
    return Injections.getOrCreate(application.handler().getInjectionManager(), type);
  }

  /** Calls it when the client disconnects, or at once if that has happened. */
  void onDisconnect(ConnectionCallback callback) {
    disconnect.thenRun(() -> call(() -> tell(callback), false));
  }

  private void tell(ConnectionCallback callback) {
    try {
      callback.onDisconnect(suspendedResponse());
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
    body.end();
    if (content != null) {
      content.close();
    }
  }

  /** Nothing of the response is awaited any more. */
  void done() {
    application.unanswered().remove(this);
    cancelTimeout();
  }

  /** Nothing has mapped the error: it is logged, and the client gets 500, or half of a response. */
  @Override
  public void failure(Throwable error) {
    done();
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

  /** The application has been replaced: it cannot answer any more, and nothing may be awaited. */
  void cutOff() {
    isCutOff = true;
    end(503);
  }

  /** Lets its connection end with the response. */
  void endConnection() {
    exchange.onLoop(
        () -> {
          HttpServerRequest request = exchange.request();
          if (request.version() == HttpVersion.HTTP_2) {
            request.connection().shutdown();
          } else if (!request.response().headWritten() && !request.response().closed()) {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
          }
        });
  }

  /** Whether it has been answered without the application. */
  boolean isCutOff() {
    return isCutOff;
  }

  /** Answers it, with a status alone, without the application. */
  void end(int status) {
    done();
    body.endWith(status);
  }

  /** Whether Jersey gathers small entities, so that their length is known. */
  @Override
  public boolean enableResponseBuffering() {
    return !body.isGathering();
  }

  /**
   * Has the content of each response gathered by {@link ResponseBody}, in as much memory as it has;
   * Jersey's own buffer has 8 KiB. It is called before all other filters, which may wrap the
   * stream.
   */
  @Priority(Integer.MAX_VALUE)
  static final class Gathering implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      ResponseWriter writer = (ResponseWriter) ((ContainerRequest) request).getResponseWriter();
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
