package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Arrivals.Arrival;
import java.util.function.BooleanSupplier;

/**
 * What a user of the open model does: each has a connection of the pool, takes the next request of
 * the schedule that they all share, waits until it is due, sends it, and takes the next. Nobody
 * waits with a request that is due because another one has not been answered, unless all
 * connections are busy; and what that costs is in the corrected latencies.
 */
final class ScheduledUsers {
  private static final String ARRIVAL = "arrival";

  private ScheduledUsers() {}

  static ChainBuilder of(Arrivals arrivals, BooleanSupplier goesOn, ChainBuilder request) {
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

  /**
   * The warm-up of the same users, over the connections that they keep: callers have had theirs for
   * long, and a service that sees all of them close and others open before it is measured has much
   * to compile anew.
   */
  static ChainBuilder warmedUp(GatlingRun run, ChainBuilder silent) {
    return exec(silent).exec(of(run.arrivalsInWarmUp(), run.warmUp()::goesOn, silent));
  }

  private static Arrival arrival(Session session) {
    return session.get(ARRIVAL);
  }

  private static Session withNext(Session session, Arrivals arrivals, BooleanSupplier goesOn) {
    return goesOn.getAsBoolean()
        ? arrivals
            .take(System.nanoTime())
            .map(arrival -> session.set(ARRIVAL, arrival))
            .orElseGet(() -> session.remove(ARRIVAL))
        : session.remove(ARRIVAL);
  }
}
