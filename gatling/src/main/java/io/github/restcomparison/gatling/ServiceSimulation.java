package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.*;

import io.gatling.javaapi.core.*;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.RunProperties;
import io.github.restcomparison.runner.load.Users;
import io.github.restcomparison.runner.log.GatlingLog;
import java.util.function.Function;

/**
 * The load that every service is measured with. One user starts the service and checks it. Then
 * {@code -Dusers} users send requests, each over a separate connection: until the service is steady
 * as a warm-up, and from then on measured. Each sends {@code -Drequests} measured requests, one
 * after the other with a pause of {@code -Dthink}, or requests for {@code -DdurationSeconds}; or,
 * with {@code -Drate}, all send requests by a schedule.
 *
 * <p>Warm-up and load are one loop around one request, and no user waits for another: so no code of
 * the load generator is compiled again when the measured load begins. {@link Users} decides when a
 * user sends its next request, and whether it is measured.
 */
abstract class ServiceSimulation extends Simulation {
  private static final String USER = "restComparisonUser";

  private final Lifecycle lifecycle;

  ServiceSimulation(String variant) {
    this(settings -> ServiceSpec.ofVariant(variant));
  }

  ServiceSimulation(Function<RunProperties, ServiceSpec> service) {
    lifecycle = new Lifecycle(service);
    Users users = lifecycle.users();
    Requests requests = new Requests(lifecycle);
    ChainBuilder load =
        asLongAs(session -> user(session).continues())
            .on(
                pause(session -> user(session).pause()),
                doIf(session -> user(session).shouldSend()).then(requests.drawn()));

    PopulationBuilder check =
        scenario("check").exec(Check.of(lifecycle, requests)).injectOpen(atOnceUsers(1));
    PopulationBuilder measured =
        scenario(GatlingLog.SCENARIO)
            .exec(session -> session.set(USER, users.join()))
            .exec(load)
            .injectOpen(atOnceUsers(lifecycle.load().concurrency()));
    PopulationBuilder drivers =
        scenario("drive")
            .exec(session -> session.set(USER, users.joinDrive()))
            .exec(load)
            .injectOpen(atOnceUsers(lifecycle.users().warmUp().drive().extraUsers()));

    PopulationBuilder checked =
        lifecycle.measuresStartUp()
            ? check
            : lifecycle.users().warmUp().settles()
                ? check.andThen(measured, drivers)
                : check.andThen(drivers.andThen(measured));

    setUp(Rehearsal.of(lifecycle, requests).andThen(checked))
        .protocols(requests.httpProtocol())
        .maxDuration(Load.RUN_LIMIT)
        .assertions(global().failedRequests().count().is(0L));
  }

  /** Returns the user of the load whose session this is. */
  static Users.User user(Session session) {
    return session.get(USER);
  }

  static ChainBuilder execute(Runnable action) {
    return exec(
        session -> {
          action.run();
          return session;
        });
  }

  @Override
  public final void after() {
    lifecycle.end(getClass().getSimpleName());
  }
}
