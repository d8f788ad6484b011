package io.github.restcomparison.vertxrest;

import io.github.restcomparison.metrics.ServiceMetrics;
import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.SimulatedDelay;
import io.github.restcomparison.vertxserver.BackEndClient;
import io.github.restcomparison.vertxserver.VertxServer;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What an event loop does with a request: it sets a timer, goes on with others, and writes the
 * answer when the timer fires. Nothing here may ever block, for a thousand other requests share the
 * thread.
 *
 * <p>On virtual threads it is written as if it blocked: each request has a virtual thread that
 * waits, and the event loop below goes on with the others.
 *
 * @param virtual whether it is called on virtual threads
 * @param backEnd that requests wait for; absent where they wait for a clock
 */
record RestHandler(
    Vertx vertx,
    boolean virtual,
    SimulatedDelay delay,
    Optional<BackEndClient> backEnd,
    RequestCount requests,
    Admission admission,
    Optional<ServiceMetrics> metrics)
    implements Handler<HttpServerRequest> {
  private static final String METHODS = "HEAD,GET,OPTIONS";

  @Override
  public void handle(HttpServerRequest request) {
    switch (request.path()) {
      case Endpoint.RESOURCE -> onGet(request, () -> answerLater(request));
      case Endpoint.HEALTH -> onGet(request, () -> Answers.text(request, "text/plain", "OK"));
      case Endpoint.METRICS -> onGet(request, () -> scrape(request));
      default -> Answers.empty(request, 404);
    }
  }

  private void onGet(HttpServerRequest request, Runnable get) {
    switch (request.method().name()) {
      case "GET", "HEAD" -> get.run();
      case "OPTIONS" -> Answers.allow(request, 200, METHODS);
      default -> Answers.allow(request, 405, METHODS);
    }
  }

  private void answerLater(HttpServerRequest request) {
    long arrived = requests.arrived();
    if (backEnd.isPresent()) {
      askBackEnd(backEnd.get(), request, arrived);
      return;
    }
    SimulatedDelay.Call call = delay.call();
    // Timers have whole milliseconds, and none may be early.
    long ms = Math.ceilDiv(call.lasts().toNanos(), 1_000_000L);
    if (ms == 0) {
      waited(request, call, arrived);
    } else if (virtual) {
      vertx.timer(ms, TimeUnit.MILLISECONDS).await();
      waited(request, call, arrived);
    } else {
      long timer = vertx.setTimer(ms, fired -> waited(request, call, arrived));
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
  private void askBackEnd(BackEndClient backEnd, HttpServerRequest request, long arrived) {
    Future<String> answer = backEnd.ask();
    if (virtual) {
      answer.otherwiseEmpty().await();
    }
    answer.onComplete(
        asked -> {
          requests.answered(arrived);
          if (asked.succeeded()) {
            Answers.text(request, "text/plain", asked.result());
          } else if (asked.cause() instanceof TimeoutException) {
            VertxServer.unavailable(request.response(), admission);
          } else {
            Answers.empty(request, 502);
          }
        });
  }

  private void waited(HttpServerRequest request, SimulatedDelay.Call call, long arrived) {
    requests.answered(arrived);
    if (call.timedOut()) {
      VertxServer.unavailable(request.response(), admission);
    } else {
      Answers.text(request, "text/plain", Endpoint.BODY);
    }
  }

  /** It takes a millisecond or two: long enough to be done elsewhere. */
  private void scrape(HttpServerRequest request) {
    if (metrics.isEmpty()) {
      Answers.empty(request, 404);
      return;
    }
    vertx
        .executeBlocking(metrics.get()::scrape)
        .onSuccess(text -> Answers.text(request, ServiceMetrics.MEDIA_TYPE, text));
  }
}
