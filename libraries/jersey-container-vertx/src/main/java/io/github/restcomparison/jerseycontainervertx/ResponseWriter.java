package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.exchange.Exchange;
import io.github.restcomparison.jerseycontainervertx.exchange.ResponseBody;
import io.github.restcomparison.jerseycontainervertx.exchange.SuspendTimeout;
import io.netty.handler.codec.DateFormatter;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.internal.inject.Injections;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/**
 * Jersey's way back to the client. Jersey may call it on any thread; what touches the connection is
 * done on its event loop.
 */
final class ResponseWriter implements ContainerResponseWriter {
  private static final Logger LOG = Logger.getLogger(ResponseWriter.class.getName());

  private final Exchange exchange;
  private final ResponseBody body;
  private final Deployed application;
  private final List<ConnectionCallback> disconnects = new ArrayList<>();
  private ContainerResponse response;
  private long contentLength;
  private TimeoutHandler suspended;
  private AsyncResponse suspendedResponse;
  private SuspendTimeout timeout;
  private boolean gone;
  private volatile boolean isCutOff;

  ResponseWriter(Exchange exchange, Deployed application) {
    this.exchange = exchange;
    this.application = application;
    this.body =
        new ResponseBody(exchange, this::writeHead, application.properties().writeTimeout());
    exchange.request().response().closeHandler(left -> clientHasLeft());
    exchange.request().response().exceptionHandler(left -> clientHasLeft());
  }

  @Override
  public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse context) {
    response = context;
    contentLength = length;
    return body;
  }

  private void writeHead() {
    HttpServerResponse out = exchange.request().response();
    out.setStatusCode(response.getStatus());
    String reason = response.getStatusInfo().getReasonPhrase();
    // Netty has the usual status lines ready.
    if (reason != null && !reason.isEmpty() && !reason.equals(out.getStatusMessage())) {
      out.setStatusMessage(reason);
    }
    for (Map.Entry<String, List<String>> field : response.getStringHeaders().entrySet()) {
      if (field.getValue().size() == 1) {
        out.headers().set(field.getKey(), field.getValue().getFirst());
      } else {
        out.headers().add(field.getKey(), field.getValue());
      }
    }
    if (!out.headers().contains(HttpHeaders.DATE)) {
      out.headers().set(HttpHeaders.DATE, DateFormatter.format(new Date()));
    }
    frame(out);
  }

  /** How the client knows where the content ends. */
  private void frame(HttpServerResponse out) {
    boolean noContent = response.getStatus() == 204 || response.getStatus() == 304;
    if (noContent) {
      out.headers().remove(HttpHeaders.CONTENT_LENGTH);
    } else if (contentLength >= 0) {
      out.headers().set(HttpHeaders.CONTENT_LENGTH, Long.toString(contentLength));
    } else if (exchange.request().version() == HttpVersion.HTTP_1_1
        && exchange.request().method() != HttpMethod.HEAD) {
      out.setChunked(true);
    }
  }

  @Override
  public boolean suspend(long time, TimeUnit unit, TimeoutHandler handler) {
    synchronized (this) {
      if (suspended != null) {
        return false;
      }
      suspended = handler == null ? writer -> {} : handler;
    }
    application.suspended(this);
    if (time > AsyncResponse.NO_TIMEOUT) {
      setSuspendTimeout(time, unit);
    }
    return true;
  }

  /** Starts the time-out anew, on the event loop's own timers. */
  @Override
  public synchronized void setSuspendTimeout(long time, TimeUnit unit) {
    if (suspended == null) {
      throw new IllegalStateException("the request is not suspended");
    }
    if (timeout != null) {
      timeout.cancel();
    }
    timeout =
        time > AsyncResponse.NO_TIMEOUT
            ? SuspendTimeout.start(exchange, unit.toMillis(time), () -> suspended.onTimeout(this))
            : null;
  }

  Exchange exchange() {
    return exchange;
  }

  /** What a resource resumes the request by. */
  synchronized AsyncResponse suspendedResponse() {
    if (suspendedResponse == null) {
      // Jersey hands the one of its own over as what is to be told of a time-out.
      suspendedResponse =
          new SuspendedResponse((AsyncResponse) suspended, this, application.respondingMayWait());
    }
    return suspendedResponse;
  }

  /** Something of a class that Jersey makes and fills in. */
  <T> T create(Class<T> type) {
    return Injections.getOrCreate(application.handler().getInjectionManager(), type);
  }

  /** Has it told when the client leaves, or at once, where that has happened. */
  void onDisconnect(ConnectionCallback callback) {
    synchronized (this) {
      if (!gone) {
        disconnects.add(callback);
        return;
      }
    }
    tell(callback);
  }

  private void tell(ConnectionCallback callback) {
    try {
      callback.onDisconnect(suspendedResponse());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a ConnectionCallback failed", e);
    }
  }

  private void clientHasLeft() {
    List<ConnectionCallback> told;
    synchronized (this) {
      if (gone) {
        return;
      }
      gone = true;
      told = List.copyOf(disconnects);
      if (timeout != null) {
        timeout.cancel();
      }
    }
    application.answered(this);
    body.clientHasLeft();
    told.forEach(this::tell);
  }

  private synchronized boolean isGone() {
    return gone;
  }

  @Override
  public void commit() {
    done();
    body.end();
  }

  private void done() {
    application.answered(this);
    synchronized (this) {
      if (timeout != null) {
        timeout.cancel();
      }
    }
  }

  /** Nothing has mapped the error: it is logged, and the client gets 500, or half of a response. */
  @Override
  public void failure(Throwable error) {
    LOG.log(
        isGone() ? Level.FINE : Level.SEVERE,
        error,
        () -> "%s %s failed".formatted(exchange.request().method(), exchange.request().uri()));
    end(500);
  }

  /** The application has been replaced: it cannot answer any more, and nothing may be awaited. */
  void cutOff() {
    isCutOff = true;
    end(503);
  }

  /** Whether it has been answered without the application. */
  boolean isCutOff() {
    return isCutOff;
  }

  /**
   * Ends the response without content, or, where it has begun, so that nobody takes it for whole.
   */
  private void end(int status) {
    done();
    if (body.isBegun()) {
      body.abort();
      return;
    }
    exchange.onLoop(
        () -> {
          HttpServerResponse out = exchange.request().response();
          if (!out.ended() && !out.closed()) {
            out.headers().clear();
            out.setStatusCode(status)
                .putHeader(HttpHeaders.DATE, DateFormatter.format(new Date()))
                .end();
          }
        });
  }

  /** Small entities are gathered by Jersey, so that their length is known. */
  @Override
  public boolean enableResponseBuffering() {
    return true;
  }
}
