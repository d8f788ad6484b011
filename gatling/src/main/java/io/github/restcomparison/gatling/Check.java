package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.github.restcomparison.gatling.ServiceSimulation.doing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.gatling.javaapi.core.*;
import io.github.restcomparison.gatling.Requests.Outcome;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * The first requests of the simulation, by one user: one of each kind, sent as the load sends them.
 * A service whose response is wrong is not loaded. A service without {@code --ready} may listen
 * before it is ready, so the requests are repeated.
 *
 * <p>It listens to the log of Gatling's client, which says why there was no response: a request
 * that is not logged leaves no other trace.
 */
final class Check extends AppenderBase<ILoggingEvent> {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration DYING = Duration.ofMillis(500);
  private static final Logger CLIENT =
      (Logger) LoggerFactory.getLogger("io.gatling.http.engine.GatlingHttpListener");

  private final Lifecycle lifecycle;

  /** How long a wrong response may be that of a service that is still starting; else 0. */
  private final Duration limit;

  private long startNanos;
  private volatile Outcome outcome;

  private Check(Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
    this.limit =
        Optional.of(lifecycle.service())
            .filter(service -> service.isLaunched() && service.variant().isEmpty())
            .map(ServiceSpec::lifetime)
            .filter(lifetime -> lifetime.ready().isEmpty())
            .map(Lifetime::startLimit)
            .orElse(Duration.ZERO);
  }

  /** Returns what the first user does; the run ends if a response stays wrong. */
  static ChainBuilder of(Lifecycle lifecycle, Requests requests) {
    Check check = new Check(lifecycle);
    ChainBuilder chain = exec(doing(check::begin));
    for (RequestSpec spec : lifecycle.workload().requests()) {
      chain =
          chain.exec(
              doWhile(session -> check.outcome.wrong() != null)
                  .on(
                      doing(() -> check.outcome = null),
                      requests.checked(spec, some -> check.outcome = some),
                      doing(() -> check.judge(spec)),
                      pause(session -> check.outcome.wrong() == null ? Duration.ZERO : PAUSE)));
    }
    return chain.exec(doing(check::end));
  }

  private void begin() {
    startNanos = lifecycle.readyNanos();
    setContext(CLIENT.getLoggerContext());
    start();
    CLIENT.setLevel(Level.DEBUG);
    CLIENT.setAdditive(false);
    CLIENT.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null && outcome == null) {
      String why = thrown.getMessage() == null ? thrown.getClassName() : thrown.getMessage();
      outcome = new Outcome(0, "no response (%s)".formatted(why));
    }
  }

  /** Ends the run if this response is wrong and no later one can be expected to be right. */
  private void judge(RequestSpec spec) {
    if (outcome == null) {
      outcome = new Outcome(0, "no response");
    }
    if (outcome.wrong() == null) {
      return;
    }
    // A service that ends closes its connections some ms before.
    lifecycle
        .serviceEnded(outcome.status() == 0 ? DYING : Duration.ZERO)
        .ifPresent(lifecycle::failed);
    String line = spec.name() + ": " + outcome.wrong();
    int status = outcome.status();
    if (limit.isZero() || status != 0 && status != 404 && status < 500) {
      lifecycle.failed(line);
    }
    if (System.nanoTime() - startNanos >= limit.toNanos()) {
      lifecycle.failed(
          "%s; repeated for %d s; --ready PATH names a path for readiness"
              .formatted(line, limit.toSeconds()));
    }
  }

  private void end() {
    CLIENT.detachAppender(this);
    CLIENT.setLevel(null);
    lifecycle.users().exchanges().checked();
    lifecycle.checked();
  }
}
