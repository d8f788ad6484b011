package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.gatling.javaapi.core.ChainBuilder;
import io.github.restcomparison.gatling.Requests.Outcome;
import io.github.restcomparison.records.service.RequestSpec;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * The first requests of the simulation, by one user: one of each kind, sent as the load sends them.
 * A service whose response is wrong is not loaded. A service without {@code --ready} may listen
 * before it is ready, so it is asked again.
 */
final class Check {
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final GatlingRun run;
  private final ClientFailures failures = new ClientFailures();
  private long startNanos;
  private Outcome outcome;

  private Check(GatlingRun run) {
    this.run = run;
  }

  /** Returns what the first user does; the run ends if a response stays wrong. */
  static ChainBuilder of(GatlingRun run, Requests requests) {
    Check check = new Check(run);
    ChainBuilder chain = exec(session -> session);
    for (RequestSpec spec : requests.workload().requests()) {
      chain = chain.exec(check.untilRight(spec, requests));
    }
    return chain.exec(
        session -> {
          run.checked();
          return session;
        });
  }

  private ChainBuilder untilRight(RequestSpec spec, Requests requests) {
    return exec(session -> {
          outcome = null;
          return session;
        })
        .exec(
            asLongAs(session -> outcome == null || outcome.wrong() != null)
                .on(
                    exec(
                        session -> {
                          startNanos = startNanos == 0 ? System.nanoTime() : startNanos;
                          outcome = null;
                          failures.start();
                          return session;
                        }),
                    requests.silent(spec, some -> outcome = some),
                    exec(
                        session -> {
                          failures.stop();
                          judge(spec);
                          return session;
                        }),
                    pause(session -> outcome.wrong() == null ? Duration.ZERO : PAUSE)));
  }

  /** Ends the run if this response is wrong and no later one can be expected to be right. */
  private void judge(RequestSpec spec) {
    if (outcome == null) {
      outcome = new Outcome(0, failures.last);
    }
    if (outcome.wrong() == null) {
      return;
    }
    run.ended().ifPresent(run::failed);
    String line = spec.name() + ": " + outcome.wrong();
    int status = outcome.status();
    Duration limit = run.askedAgainFor();
    if (status != 0 && status != 404 && status < 500) {
      run.failed(line);
    }
    if (System.nanoTime() - startNanos >= limit.toNanos()) {
      run.failed(
          limit.isZero()
              ? line
              : "%s; asked again for %d s; --ready PATH says when it is ready"
                  .formatted(line, limit.toSeconds()));
    }
  }

  /** Hears why Gatling's client got no response: a silent request leaves no other trace. */
  private static final class ClientFailures extends AppenderBase<ILoggingEvent> {
    private static final String SOURCE = "io.gatling.http.engine.GatlingHttpListener";
    private volatile String last;

    @Override
    public void start() {
      Logger logger = (Logger) LoggerFactory.getLogger(SOURCE);
      setContext(logger.getLoggerContext());
      last = "no response";
      super.start();
      logger.setLevel(Level.DEBUG);
      logger.setAdditive(false);
      logger.addAppender(this);
    }

    @Override
    public void stop() {
      Logger logger = (Logger) LoggerFactory.getLogger(SOURCE);
      logger.detachAppender(this);
      logger.setLevel(null);
      super.stop();
    }

    @Override
    protected void append(ILoggingEvent event) {
      if (event.getThrowableProxy() != null) {
        last =
            "no response (%s)"
                .formatted(
                    Optional.ofNullable(event.getThrowableProxy().getMessage())
                        .orElseGet(() -> event.getThrowableProxy().getClassName()));
      }
    }
  }
}
