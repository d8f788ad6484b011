package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import io.github.restcomparison.runner.gatlinglog.MeasuredLoad;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.servicekit.Endpoint;

/**
 * The load that every service is measured with: a silent warm-up under the same load, then {@code
 * -Dusers} users who all start at once and ask {@code -Drequests} times each, one request after the
 * other over a connection of their own; or, with {@code -Drate}, {@link ScheduledUsers}.
 */
abstract class ServiceSimulation extends Simulation {
  private final GatlingRun run;

  ServiceSimulation(GatlingRun run) {
    this.run = run;
    HttpRequestActionBuilder get =
        http("GET " + Endpoint.RESOURCE)
            .get(session -> run.url())
            .requestTimeout(run.requestTimeout())
            .headers(run.headers())
            .check(status().is(200), bodyString().is(Endpoint.BODY));

    WarmUp warmUp = run.warmUp();
    ChainBuilder silent = exec(exec(get.silent()), exec(session -> counted(session, warmUp)));
    ChainBuilder begun = exec(this::begun);

    setUp(
            run.arrivals()
                .map(
                    all ->
                        scenario(MeasuredLoad.SCENARIO)
                            .exec(ScheduledUsers.warmedUp(run, silent))
                            .exec(begun)
                            .exec(ScheduledUsers.of(all, () -> true, exec(get)))
                            // Who leaves closes a connection, which is work for the service.
                            .rendezVous(run.users())
                            .injectOpen(atOnceUsers(run.users())))
                .orElseGet(
                    () ->
                        scenario("warm-up")
                            .exec(asLongAs(session -> warmUp.goesOn()).on(silent))
                            .injectOpen(atOnceUsers(warmUp.users()))
                            .andThen(
                                scenario(MeasuredLoad.SCENARIO)
                                    .exec(begun)
                                    .exec(repeat(run.requestsPerUser()).on(exec(get)))
                                    .injectOpen(atOnceUsers(run.users())))))
        // disableWarmUp keeps Gatling from asking a server of its own.
        .protocols(http.disableWarmUp().disableFollowRedirect().disableCaching())
        .maxDuration(GatlingRun.ENDLESS)
        .assertions(global().failedRequests().count().is(0L));
  }

  private Session begun(Session session) {
    run.measuredLoadBegins();
    return session;
  }

  private static Session counted(Session session, WarmUp warmUp) {
    warmUp.answered();
    if (session.isFailed()) {
      warmUp.failed();
    }
    return session;
  }

  @Override
  public final void before() {
    run.begin();
  }

  @Override
  public final void after() {
    run.end(getClass().getSimpleName(), MeasuredLoad.SCENARIO);
  }
}
