package io.github.restcomparison.vertxrest;

import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.RequestCount;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;

/**
 * One event loop: it accepts, parses, sets a timer and writes the answer when the timer fires.
 * Nothing here may ever block, for a thousand other requests share the thread.
 *
 * <p>Deployed on virtual threads it is written as if it blocked: each request has a virtual thread
 * that waits, and the event loop below goes on with the others.
 */
final class RestVerticle extends VerticleBase {
  private static final String METHODS = "HEAD,GET,OPTIONS";

  private final Endpoint endpoint;
  private final RequestCount requests;
  private final boolean virtual;
  private HttpServer server;
  private String date;

  RestVerticle(Endpoint endpoint, RequestCount requests, boolean virtual) {
    this.endpoint = endpoint;
    this.requests = requests;
    this.virtual = virtual;
  }

  @Override
  public Future<?> start() {
    // The other servers format their Date header once a second too.
    setDate();
    vertx.setPeriodic(1_000, tick -> setDate());
    server = vertx.createHttpServer(new HttpServerOptions().setAcceptBacklog(endpoint.backlog()));
    return server.requestHandler(this::route).listen(endpoint.port(), endpoint.host());
  }

  int port() {
    return server.actualPort();
  }

  Future<?> drain(int milliseconds) {
    return server.shutdown(milliseconds, TimeUnit.MILLISECONDS);
  }

  private void route(HttpServerRequest request) {
    boolean resource = request.path().equals(Endpoint.RESOURCE);
    if (!resource && !request.path().equals(Endpoint.HEALTH)) {
      head(request, 404).end();
      return;
    }
    switch (request.method().name()) {
      case "GET", "HEAD" -> {
        if (resource) {
          answerLater(request);
        } else {
          answer(request, "OK");
        }
      }
      case "OPTIONS" -> head(request, 200).putHeader("Allow", METHODS).end();
      default -> head(request, 405).putHeader("Allow", METHODS).end();
    }
  }

  private void answerLater(HttpServerRequest request) {
    requests.arrived();
    // Timers have whole milliseconds, and none may be early.
    long delay = Math.ceilDiv(endpoint.delay().next().toNanos(), 1_000_000L);
    if (delay == 0) {
      waited(request);
    } else if (virtual) {
      vertx.timer(delay, TimeUnit.MILLISECONDS).await();
      waited(request);
    } else {
      long timer = vertx.setTimer(delay, fired -> waited(request));
      // A client that leaves takes its timer with it.
      request
          .response()
          .exceptionHandler(
              gone -> {
                if (vertx.cancelTimer(timer)) {
                  requests.answered();
                }
              });
    }
  }

  private void waited(HttpServerRequest request) {
    requests.answered();
    answer(request, Endpoint.BODY);
  }

  private void answer(HttpServerRequest request, String body) {
    HttpServerResponse response = head(request, 200).putHeader("Content-Type", "text/plain");
    if (request.method() == HttpMethod.HEAD) {
      response.putHeader("Content-Length", Integer.toString(body.length())).end();
    } else {
      response.end(body);
    }
  }

  private HttpServerResponse head(HttpServerRequest request, int status) {
    return request.response().setStatusCode(status).putHeader("Date", date);
  }

  private void setDate() {
    date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
  }
}
