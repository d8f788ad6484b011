package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.netty.handler.codec.DateFormatter;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.Date;
import java.util.concurrent.TimeUnit;

/**
 * One event loop: accepts its share of the connections, parses requests, refuses those that must
 * not be served, and passes the others to the service's handler.
 */
final class HttpVerticle extends VerticleBase {
  /** Vert.x's sign for a free port that all verticles deployed together share. */
  private static final int ANY_FREE_FOR_ALL = -1;

  /** Codes of RFC 9113, 7. */
  private static final long NO_ERROR = 0x0;

  private static final long CANCEL = 0x8;

  private final Endpoint endpoint;
  private final HttpServerOptions options;
  private final Limits limits;
  private final Application application;
  private final Admission admission;
  private final Connections connections;

  /** The {@code Date} field (RFC 9110, 6.6.1), which Vert.x leaves out; formatted once a second. */
  private volatile String date = DateFormatter.format(new Date());

  private Handler<HttpServerRequest> handler;
  private HttpServer server;

  HttpVerticle(
      Endpoint endpoint,
      HttpServerOptions options,
      Limits limits,
      Application application,
      Connections connections) {
    this.endpoint = endpoint;
    this.options = options;
    this.limits = limits;
    this.application = application;
    this.admission = application.admission();
    this.connections = connections;
  }

  @Override
  public Future<?> start() {
    handler = application.handlers().apply(vertx);
    vertx.setPeriodic(
        1_000,
        tick -> {
          date = DateFormatter.format(new Date());
          connections.sweep();
        });
    server =
        vertx
            .createHttpServer(options)
            .connectionHandler(connections::opened)
            .requestHandler(this::serve);
    return server.listen(sharedPort(endpoint.port()), endpoint.host());
  }

  /** With port 0 each verticle would listen on a port of its own, and clients know one only. */
  private static int sharedPort(int port) {
    return port == 0 ? ANY_FREE_FOR_ALL : port;
  }

  int port() {
    return server.actualPort();
  }

  Future<?> shutdown() {
    return server.shutdown(0, TimeUnit.MILLISECONDS);
  }

  /** Completes after the event loop has polled all of its connections once. */
  Future<?> turn() {
    Promise<Void> gone = Promise.promise();
    context.runOnContext(now -> vertx.setTimer(1, fired -> gone.complete()));
    return gone.future();
  }

  private void serve(HttpServerRequest request) {
    if (!connections.requested(request.connection())) {
      return;
    }
    int refusal = Requests.refusal(request, limits);
    HttpServerResponse response = request.response();
    response.putHeader("Date", date);
    boolean waits = refusal == 0 && request.path().equals(Endpoint.RESOURCE);
    boolean unavailable = admission.draining() || waits && !admission.admits();
    boolean acquire = waits && !unavailable;
    if (request.version() == HttpVersion.HTTP_2) {
      followStream(request, acquire);
    } else {
      followConnection(request, refusal != 0, acquire);
    }
    if (refusal != 0) {
      response.setStatusCode(refusal).end();
    } else if (unavailable) {
      VertxServer.unavailable(response, admission);
    } else {
      if (acquire) {
        connections.acquire(request.connection());
      }
      if (Requests.hasContent(request)) {
        limitContent(request);
      }
      handler.handle(request);
    }
  }

  /** Answers of HTTP/1.1 follow each other; what is wrong with one ends the connection. */
  private void followConnection(HttpServerRequest request, boolean refused, boolean acquired) {
    HttpServerResponse response = request.response();
    boolean last =
        refused
            || Requests.isLast(request)
            // A client that sends requests and reads no answers must not fill the memory with them.
            || response.writeQueueFull();
    response.headersEndHandler(head -> announceEnd(request.connection(), response, last));
    response.endHandler(end -> connections.answered(request.connection(), acquired));
  }

  /**
   * A stream of HTTP/2 ends alone, answered or cancelled, and there are never more of them than
   * {@code HTTP2_STREAMS}.
   */
  private void followStream(HttpServerRequest request, boolean acquired) {
    HttpServerResponse response = request.response();
    response.closeHandler(closed -> connections.answered(request.connection(), acquired));
    response.endHandler(
        end -> {
          if (!request.isEnded()) {
            // Where it was answered from within its head, its end comes right after this.
            context.runOnContext(now -> stopContent(request));
          }
        });
  }

  /** Who is answered need not go on with its content (RFC 9113, 8.1). */
  private static void stopContent(HttpServerRequest request) {
    if (!request.isEnded() && !request.response().closed()) {
      request.response().reset(NO_ERROR);
    }
  }

  /** Cuts off a client that does not finish its request's content in time. */
  private void limitContent(HttpServerRequest request) {
    vertx.setTimer(
        limits.idle().toMillis(),
        late -> {
          if (request.isEnded()) {
            return;
          }
          if (request.version() == HttpVersion.HTTP_2) {
            request.response().reset(CANCEL);
          } else {
            request.connection().close();
          }
        });
  }

  /** Just before the response's head is written: whether to drain may be decided after serve. */
  private void announceEnd(HttpConnection connection, HttpServerResponse response, boolean last) {
    if (last || admission.draining()) {
      response.putHeader("Connection", "close");
      connections.last(connection);
    }
  }
}
