package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;
import static io.github.restcomparison.gatling.ServiceSimulation.execute;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.gatling.javaapi.core.*;
import io.github.restcomparison.gatling.Requests.CheckResult;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import java.time.Duration;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * The first user of the simulation, who starts the service and waits for it with the client of the
 * load: until it is ready, and until the response to one request of each kind is correct. A service
 * with an incorrect response is not loaded.
 *
 * <p>A service without {@code --ready} may listen before it can respond, so a request that changes
 * nothing is repeated until it can. A request that may change something, such as a POST, is sent
 * once.
 *
 * <p>It listens to the log of Gatling's client, which has the reason of a missing response: a
 * request that is not logged leaves no other trace.
 */
final class Check extends AppenderBase<ILoggingEvent> {
  /** From a response to the next request: the resolution of a start-up. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  private static final Duration POLL = Duration.ofMillis(1);
  private static final Duration DYING = Duration.ofMillis(500);

  private static final Set<String> REPEATABLE = Set.of("GET", "HEAD", "OPTIONS");
  private static final Logger CLIENT =
      (Logger) LoggerFactory.getLogger("io.gatling.http.engine.GatlingHttpListener");

  private final Lifecycle lifecycle;
  private final Lifetime lifetime;

  /** True if a wrong response may come from a service that is still starting. */
  private final boolean mayBeStarting;

  private long listeningNanos;
  private boolean hasResponded;
  private volatile CheckResult outcome;

  private Check(Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
    ServiceSpec service = lifecycle.service();
    lifetime = service.lifetime();
    mayBeStarting =
        service.isLaunched() && service.variant().isEmpty() && lifetime.ready().isEmpty();
  }

  /** Returns the actions of the first user; the run ends if a response stays incorrect. */
  static ChainBuilder of(Lifecycle lifecycle, Requests requests) {
    Check check = new Check(lifecycle);
    ChainBuilder chain =
        exec(execute(lifecycle::begin))
            .asLongAs(session -> !lifecycle.isListening())
            .on(pause(POLL))
            .exec(execute(check::begin))
            .doIf(session -> lifecycle.readyUrl().isPresent())
            .then(check.awaitReady());
    for (RequestSpec spec : lifecycle.workload().requests()) {
      chain = chain.exec(check.awaitCorrect(spec, requests));
    }
    return chain.exec(execute(check::end));
  }

  private void begin() {
    listeningNanos = System.nanoTime();
    setContext(CLIENT.getLoggerContext());
    start();
    CLIENT.setLevel(Level.DEBUG);
    CLIENT.setAdditive(false);
    CLIENT.addAppender(this);
  }

  private ChainBuilder awaitReady() {
    ChainBuilder poll =
        exec(
            http("ready")
                .get(session -> lifecycle.readyUrl().orElseThrow())
                .silent()
                .check(status().exists())
                .transformResponse(
                    (response, session) -> {
                      int status = response.status().code();
                      boolean isReady = status / 100 == 2;
                      String url = lifecycle.readyUrl().orElseThrow();
                      String wrong = "%s responds with status %d".formatted(url, status);
                      outcome = new CheckResult(status, isReady ? null : wrong);
                      return response;
                    }));
    return exec(repeated(poll, this::judgeReadiness)).exec(execute(lifecycle::noteReady));
  }

  private ChainBuilder awaitCorrect(RequestSpec spec, Requests requests) {
    return repeated(
        exec(requests.checked(spec, some -> outcome = some)), () -> judgeResponse(spec));
  }

  /** Sends a request until its outcome is correct. */
  private ChainBuilder repeated(ChainBuilder request, Runnable judge) {
    return doWhile(session -> outcome.wrong() != null)
        .on(
            execute(() -> outcome = null),
            request,
            execute(
                () -> {
                  if (outcome == null) {
                    outcome = new CheckResult(0, "no response");
                  }
                  judge.run();
                }),
            pause(session -> outcome.wrong() == null ? Duration.ZERO : PAUSE));
  }

  @Override
  protected void append(ILoggingEvent event) {
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null && outcome == null) {
      String why = thrown.getMessage() == null ? thrown.getClassName() : thrown.getMessage();
      outcome = new CheckResult(0, "no response (%s)".formatted(why));
    }
  }

  /** Ends the run if the service is not ready in time. */
  private void judgeReadiness() {
    if (outcome.wrong() == null || isRefusedForTls()) {
      return;
    }
    failIfEnded();
    if (isLate()) {
      lifecycle.fail(
          "it was not ready within %d s: %s"
              .formatted(lifetime.startLimit().toSeconds(), outcome.wrong()));
    }
  }

  /** Ends the run if a response is incorrect and no later one can be expected to be correct. */
  private void judgeResponse(RequestSpec spec) {
    if (outcome.wrong() == null) {
      if (!hasResponded) {
        hasResponded = true;
        lifecycle.noteResponse();
      }
      return;
    }
    if (isRefusedForTls()) {
      return;
    }
    failIfEnded();
    String line = spec.name() + ": " + outcome.wrong();
    int status = outcome.status();
    if (!mayBeStarting || status != 0 && status != 404 && status < 500) {
      lifecycle.fail(line);
    }
    if (!REPEATABLE.contains(spec.method())) {
      lifecycle.fail(
          "%s; a %s is not repeated: --ready PATH names a path to poll until the service is ready"
              .formatted(line, spec.method()));
    }
    if (isLate()) {
      lifecycle.fail(
          "%s; repeated for %d s; --ready PATH names a path for readiness"
              .formatted(line, lifetime.startLimit().toSeconds()));
    }
  }

  /** A server of TLS closes a connection without it, or responds with 400. */
  private boolean isRefusedForTls() {
    return (outcome.status() == 0 || outcome.status() == 400) && lifecycle.switchToTls();
  }

  private void failIfEnded() {
    // A service that ends closes its connections some ms before.
    lifecycle
        .serviceEndReason(outcome.status() == 0 ? DYING : Duration.ZERO)
        .ifPresent(lifecycle::fail);
  }

  private boolean isLate() {
    return System.nanoTime() - listeningNanos >= lifetime.startLimit().toNanos();
  }

  private void end() {
    CLIENT.detachAppender(this);
    CLIENT.setLevel(null);
    if (!hasResponded) {
      lifecycle.noteResponse(); // no request of ours: the user's simulation has its own
    }
    lifecycle.users().exchanges().noteChecked();
    lifecycle.noteChecked();
  }
}
