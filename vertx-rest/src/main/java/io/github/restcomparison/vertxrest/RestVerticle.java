package io.github.restcomparison.vertxrest;

import io.github.restcomparison.contract.Admission;
import io.github.restcomparison.contract.BackEnd;
import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.RequestCount;
import io.github.restcomparison.metrics.ServiceMetrics;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One event loop: it accepts, parses, sets a timer and writes the answer when the timer fires.
 * Nothing here may ever block, for a thousand other requests share the thread.
 *
 * <p>Deployed on virtual threads it is written as if it blocked: each request has a virtual thread
 * that waits, and the event loop below goes on with the others.
 */
final class RestVerticle extends VerticleBase {
  private static final String METHODS = "HEAD,GET,OPTIONS";

  /** Any free port, the same one for all verticles that are deployed together: Vert.x's sign. */
  private static final int ANY_FREE_FOR_ALL = -1;

  private final Service service;
  private final int eventLoops;
  private final Connections connections;
  private final RequestCount requests;
  private final Admission admission;
  private final BackEnd backEnd;
  private Answers answers;
  private Optional<Gateway> gateway;
  private HttpServer server;

  /**
   * @param eventLoops that share what the service is allowed
   */
  RestVerticle(Service service, int eventLoops) {
    this.service = service;
    this.eventLoops = eventLoops;
    this.connections = new Connections(service.limits(), service.connections());
    this.requests = service.requests();
    this.admission = service.admission();
    this.backEnd = service.backEnd();
  }

  @Override
  public Future<?> start() {
    answers = new Answers(connections, admission);
    gateway = service.gateway(vertx, eventLoops);
    vertx.setPeriodic(1_000, tick -> connections.sweep());
    server = vertx.createHttpServer(service.options()).connectionHandler(connections::opened);
    return server
        .requestHandler(this::route)
        .listen(sharedPort(service.endpoint().port()), service.endpoint().host());
  }

  /**
   * Asked for 0, each verticle would listen at a port of its own, and all but one never be asked.
   */
  private static int sharedPort(int port) {
    return port == 0 ? ANY_FREE_FOR_ALL : port;
  }

  int port() {
    return server.actualPort();
  }

  Future<?> shutdown() {
    return server.shutdown(0, TimeUnit.MILLISECONDS);
  }

  /** Completes after the event loop has gone round. */
  Future<?> turn() {
    Promise<Void> gone = Promise.promise();
    context.runOnContext(now -> vertx.setTimer(1, fired -> gone.complete()));
    return gone.future();
  }

  private void route(HttpServerRequest request) {
    if (!connections.busy(request.connection())) {
      return;
    }
    int refusal = Requests.refusal(request, service.limits());
    if (refusal != 0) {
      answers.refuse(request, refusal);
      return;
    }
    switch (request.path()) {
      case Endpoint.RESOURCE -> onGet(request, () -> answerLater(request));
      case Endpoint.HEALTH -> onGet(request, () -> answers.text(request, "text/plain", "OK"));
      case Endpoint.METRICS -> onGet(request, () -> scrape(request));
      default -> answers.empty(request, 404);
    }
  }

  private void onGet(HttpServerRequest request, Runnable get) {
    switch (request.method().name()) {
      case "GET", "HEAD" -> {
        if (admission.draining()) {
          answers.unavailable(request);
        } else {
          get.run();
        }
      }
      case "OPTIONS" -> answers.allow(request, 200, METHODS);
      default -> answers.allow(request, 405, METHODS);
    }
  }

  private void answerLater(HttpServerRequest request) {
    if (!admission.admits()) {
      answers.unavailable(request);
      return;
    }
    long arrived = requests.arrived();
    if (gateway.isPresent()) {
      askBackEnd(gateway.get(), request, arrived);
      return;
    }
    BackEnd.Call call = backEnd.call();
    // Timers have whole milliseconds, and none may be early.
    long delay = Math.ceilDiv(call.lasts().toNanos(), 1_000_000L);
    if (delay == 0) {
      waited(request, call, arrived);
    } else if (service.virtual()) {
      vertx.timer(delay, TimeUnit.MILLISECONDS).await();
      waited(request, call, arrived);
    } else {
      long timer = vertx.setTimer(delay, fired -> waited(request, call, arrived));
      // A client that leaves takes its timer with it.
      request
          .response()
          .exceptionHandler(
              gone -> {
                if (vertx.cancelTimer(timer)) {
                  requests.answered(arrived);
                }
              });
    }
  }

  /** The event loop goes on; the answer comes back to it, and is written by it. */
  private void askBackEnd(Gateway client, HttpServerRequest request, long arrived) {
    Future<String> answer = client.ask();
    if (service.virtual()) {
      answer.otherwiseEmpty().await();
    }
    answer.onComplete(
        asked -> {
          requests.answered(arrived);
          if (asked.succeeded()) {
            answers.text(request, "text/plain", asked.result());
          } else if (asked.cause() instanceof TimeoutException) {
            answers.unavailable(request);
          } else {
            answers.empty(request, 502);
          }
        });
  }

  private void waited(HttpServerRequest request, BackEnd.Call call, long arrived) {
    requests.answered(arrived);
    if (call.timedOut()) {
      answers.unavailable(request);
    } else {
      answers.text(request, "text/plain", Endpoint.BODY);
    }
  }

  /** It takes a millisecond or two: long enough to be done elsewhere. */
  private void scrape(HttpServerRequest request) {
    Optional<ServiceMetrics> metrics = service.metrics();
    if (metrics.isEmpty()) {
      answers.empty(request, 404);
      return;
    }
    vertx
        .executeBlocking(metrics.get()::scrape)
        .onSuccess(text -> answers.text(request, ServiceMetrics.MEDIA_TYPE, text));
  }
}
