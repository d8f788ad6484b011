package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.during;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.repeat;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.runner.Run;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Arrivals.Arrival;
import io.github.restcomparison.runner.load.WarmUp;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What users do. In the closed model, each sends its next request when it has the response to the
 * last one. In the open model, each has a connection of the pool, takes the next request of the
 * schedule that they all share, waits until it is due, and sends it. A request that is due waits
 * only if all connections are busy; the corrected latencies include that.
 */
final class Users {
  private static final String ARRIVAL = "restComparisonArrival";

  private final Run run;
  private final LoadSpec load;
  private final WarmUp warmUp;
  private final ChainBuilder measured;
  private final ChainBuilder silent;

  Users(GatlingRun gatling, Requests requests) {
    run = gatling.run;
    load = gatling.load;
    warmUp = run.warmUp();
    measured = requests.measured();
    silent =
        requests.silent(outcome -> warmUp.responded(outcome.wrong())).exec(doing(warmUp::answered));
  }

  /** Sends requests without pause, for the service's JIT compilers. */
  ChainBuilder drive() {
    return exec(asLongAs(session -> warmUp.drives()).on(silent));
  }

  /**
   * Warms up over the connections that are measured: a service that sees all of them close and
   * others open has work to do for it.
   */
  ChainBuilder warmUp() {
    if (!warmUp.settles()) {
      return exec(session -> session);
    }
    ChainBuilder settle =
        load.open()
            .map(
                open -> {
                  Arrivals endless =
                      new Arrivals(
                          open.steadyFor(GatlingRun.ENDLESS), Duration.ZERO, Duration.ZERO);
                  return exec(silent).exec(scheduled(endless, warmUp::goesOn, silent));
                })
            .orElseGet(() -> exec(asLongAs(session -> warmUp.goesOn()).on(silent)));
    return exec(drive()).exec(settle).rendezVous(load.users());
  }

  /** Sends the measured requests. */
  ChainBuilder load() {
    ChainBuilder begin = exec(doing(run::measuredLoadBegins));
    if (run.arrivals().isPresent()) {
      // A user who ends closes a connection, which is work for the service.
      return begin
          .exec(scheduled(run.arrivals().get(), () -> true, measured))
          .rendezVous(load.users());
    }
    return begin.exec(
        load.seconds().isPresent()
            ? during(load.seconds().getAsInt()).on(measured)
            : repeat(load.requestsPerUser()).on(measured));
  }

  private static ChainBuilder scheduled(
      Arrivals arrivals, BooleanSupplier goesOn, ChainBuilder request) {
    return exec(session -> withNext(session, arrivals, goesOn))
        .exec(
            asLongAs(session -> session.contains(ARRIVAL))
                .on(
                    pause(session -> arrival(session).untilDue(System.nanoTime())),
                    exec(
                        session -> {
                          arrivals.sent(arrival(session), System.nanoTime());
                          return session;
                        }),
                    request,
                    exec(
                        session -> {
                          if (!session.isFailed()) {
                            arrivals.answered(arrival(session), System.nanoTime());
                          }
                          return withNext(session.markAsSucceeded(), arrivals, goesOn);
                        })));
  }

  private static Arrival arrival(Session session) {
    return session.get(ARRIVAL);
  }

  private static Session withNext(Session session, Arrivals arrivals, BooleanSupplier goesOn) {
    Arrival next = goesOn.getAsBoolean() ? arrivals.take(System.nanoTime()).orElse(null) : null;
    return next == null ? session.remove(ARRIVAL) : session.set(ARRIVAL, next);
  }

  static ChainBuilder doing(Runnable action) {
    return exec(
        session -> {
          action.run();
          return session;
        });
  }
}
