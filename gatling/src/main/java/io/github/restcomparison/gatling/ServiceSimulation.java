package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.*;

import io.gatling.javaapi.core.*;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.Pace;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Arrivals.Arrival;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.settings.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The load that every service is measured with. One user checks the service. A silent warm-up
 * follows until the service is steady. Then {@code -Dusers} users start, at once or over {@code
 * -DrampUpSeconds}; each sends {@code -Drequests} requests, one after the other with a pause of
 * {@code -Dthink}, over a connection of its own; or, with {@code -Drate}, they send requests by a
 * schedule.
 */
abstract class ServiceSimulation extends Simulation {
  private static final String ARRIVAL = "restComparisonArrival";
  private static final String START = "restComparisonStart";
  private static final String NUMBER = "restComparisonNumber";
  private static final Duration TURN = Duration.ofMillis(100);

  private final GatlingRun run;

  ServiceSimulation(String variant) {
    this(settings -> Target.ofVariant(variant));
  }

  ServiceSimulation(Function<Settings, Target> target) {
    run = new GatlingRun(target);
    Requests requests = new Requests(run);
    WarmUp warmUp = run.run.warmUp();
    ChainBuilder silent = requests.silent(outcome -> warmUp.responded(outcome.wrong()));
    ChainBuilder drive = exec(asLongAs(session -> warmUp.drives()).on(silent));

    PopulationBuilder check =
        scenario("check").exec(Check.of(run, requests)).injectOpen(atOnceUsers(1));
    PopulationBuilder drivers =
        scenario("drive").exec(drive).injectOpen(atOnceUsers(warmUp.drive().others()));
    ScenarioBuilder users = scenario(GatlingLog.SCENARIO);
    if (warmUp.settles()) {
      // Over the connections that are measured: to close all of them is work for the service.
      users =
          users
              .exec(join(silent))
              .exec(settle(silent))
              .pause(session -> warmUp.untilLoad())
              .rendezVous(run.load.users());
    }
    PopulationBuilder loaded =
        users
            .exec(doing(run.run::measuredLoadBegins))
            .exec(measured(requests.measured()))
            .injectOpen(atOnceUsers(run.load.users()));

    List<PopulationBuilder> warmUpAndLoad = List.of(loaded);
    if (warmUp.drive().others() > 0) {
      warmUpAndLoad =
          warmUp.settles() ? List.of(loaded, drivers) : List.of(drivers.andThen(loaded));
    }
    setUp(check.andThen(warmUpAndLoad))
        .protocols(requests.httpProtocol())
        .maxDuration(GatlingRun.ENDLESS)
        .assertions(global().failedRequests().count().is(0L));
  }

  /** Drives the service, first with some of the users: the others look whether it is their turn. */
  private ChainBuilder join(ChainBuilder silent) {
    WarmUp warmUp = run.run.warmUp();
    return exec(session -> session.set(NUMBER, warmUp.join()))
        .asLongAs(session -> warmUp.drives())
        .on(
            doIfOrElse(session -> warmUp.drives(session.getInt(NUMBER)))
                .then(silent)
                .orElse(pause(TURN)));
  }

  /** Sends the measured load until the service is steady. */
  private ChainBuilder settle(ChainBuilder silent) {
    WarmUp warmUp = run.run.warmUp();
    if (run.load.open().isEmpty()) {
      return exec(
          asLongAs(session -> warmUp.goesOn())
              .on(paced(silent, think -> warmUp.pause(think.next()))));
    }
    Arrivals endless =
        new Arrivals(run.load.open().get().steadyFor(GatlingRun.ENDLESS), Duration.ZERO, 0);
    return doIf(session -> warmUp.goesOn())
        .then(exec(silent).exec(scheduled(endless, warmUp::goesOn, silent)));
  }

  /** Returns a request and the pause after it, if users pause. */
  private ChainBuilder paced(ChainBuilder request, Function<Pace.Think, Duration> length) {
    return run.load
        .pace()
        .think()
        .map(think -> exec(request).pause(session -> length.apply(think)))
        .orElse(request);
  }

  /**
   * In the closed model, a user sends its next request when it has the response to the last one,
   * and has paused. In the open model, each has a connection of the pool, and all share a schedule.
   */
  private ChainBuilder measured(ChainBuilder request) {
    LoadSpec load = run.load;
    if (run.run.arrivals().isPresent()) {
      // A user who ends closes a connection, which is work for the service.
      BooleanSupplier hasRecords = () -> run.run.exchanges().usedUp().isEmpty();
      return scheduled(run.run.arrivals().get(), hasRecords, request).rendezVous(load.users());
    }
    ChainBuilder paced = paced(request, Pace.Think::next);
    ChainBuilder requests =
        load.seconds().isPresent()
            ? exec(during(session -> time(session, load)).on(paced))
            : exec(repeat(load.requests().getAsInt() - 1).on(paced)).exec(request);
    AtomicInteger started = new AtomicInteger();
    return exec(session -> {
          Duration all = load.pace().rampUpTime().multipliedBy(started.getAndIncrement());
          return session.set(START, all.dividedBy(load.users()));
        })
        .pause(session -> session.<Duration>get(START))
        .exec(requests);
  }

  /** Returns how long a user sends requests: all end together, however late they started. */
  private static Duration time(Session session, LoadSpec load) {
    Duration left = load.pace().rampUpTime().minus(session.<Duration>get(START));
    return left.plusSeconds(load.seconds().getAsInt());
  }

  /**
   * A user takes the next request of the schedule, waits until it is due, and sends it. A request
   * that is due waits only if all connections are busy; the corrected latencies include that.
   */
  private static ChainBuilder scheduled(
      Arrivals arrivals, BooleanSupplier goesOn, ChainBuilder request) {
    return exec(session -> withNext(session, arrivals, goesOn))
        .asLongAs(session -> session.contains(ARRIVAL))
        .on(
            pause(session -> session.<Arrival>get(ARRIVAL).untilDue(System.nanoTime())),
            exec(
                session -> {
                  arrivals.sent(session.get(ARRIVAL), System.nanoTime());
                  return session;
                }),
            request,
            exec(
                session -> {
                  if (!session.isFailed()) {
                    arrivals.answered(session.get(ARRIVAL), System.nanoTime());
                  }
                  return withNext(session.markAsSucceeded(), arrivals, goesOn);
                }));
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

  @Override
  public final void before() {
    run.begin();
  }

  @Override
  public final void after() {
    run.end(getClass().getSimpleName());
  }
}
