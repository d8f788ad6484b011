package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.doWhile;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.github.restcomparison.gatling.Users.doing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.gatling.javaapi.core.ChainBuilder;
import io.github.restcomparison.gatling.Requests.Outcome;
import io.github.restcomparison.records.service.RequestSpec;
import java.time.Duration;
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
    ChainBuilder chain = exec(doing(() -> check.startNanos = System.nanoTime()));
    for (RequestSpec spec : run.workload().requests()) {
      chain = chain.exec(check.untilRight(spec, requests));
    }
    return chain.exec(doing(run::checked));
  }

  private ChainBuilder untilRight(RequestSpec spec, Requests requests) {
    return exec(
        doWhile(session -> outcome.wrong() != null)
            .on(
                doing(this::begin),
                requests.silent(spec, some -> outcome = some),
                doing(() -> judge(spec)),
                pause(session -> outcome.wrong() == null ? Duration.ZERO : PAUSE)));
  }

  private void begin() {
    outcome = null;
    failures.start();
  }

  /** Ends the run if this response is wrong and no later one can be expected to be right. */
  private void judge(RequestSpec spec) {
    failures.stop();
    if (outcome == null) {
      outcome = new Outcome(0, failures.last);
    }
    if (outcome.wrong() == null) {
      return;
    }
    run.run.ended().ifPresent(run::failed);
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
    private final Logger logger =
        (Logger) LoggerFactory.getLogger("io.gatling.http.engine.GatlingHttpListener");
    private volatile String last;

    @Override
    public void start() {
      setContext(logger.getLoggerContext());
      last = "no response";
      super.start();
      logger.setLevel(Level.DEBUG);
      logger.setAdditive(false);
      logger.addAppender(this);
    }

    @Override
    public void stop() {
      logger.detachAppender(this);
      logger.setLevel(null);
      super.stop();
    }

    @Override
    protected void append(ILoggingEvent event) {
      IThrowableProxy thrown = event.getThrowableProxy();
      if (thrown != null) {
        String why = thrown.getMessage() == null ? thrown.getClassName() : thrown.getMessage();
        last = "no response (%s)".formatted(why);
      }
    }
  }
}
