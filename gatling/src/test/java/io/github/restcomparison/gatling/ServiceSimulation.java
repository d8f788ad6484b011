package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import io.github.restcomparison.runner.log.GatlingLog;
import java.util.ArrayList;
import java.util.List;

/**
 * The load that every service is measured with. One user checks the service. A silent warm-up
 * follows until the service is steady. Then {@code -Dusers} users start at once; each sends {@code
 * -Drequests} requests, one after the other, over a connection of its own; or, with {@code -Drate},
 * they send requests by a schedule.
 */
abstract class ServiceSimulation extends Simulation {
  private final GatlingRun run;

  ServiceSimulation(GatlingRun run) {
    this.run = run;
    Requests requests = new Requests(run);
    Users users = new Users(run, requests);

    PopulationBuilder check =
        scenario("check").exec(Check.of(run, requests)).injectOpen(atOnceUsers(1));
    PopulationBuilder load =
        scenario(GatlingLog.SCENARIO)
            .exec(users.warmUp())
            .exec(users.load())
            .injectOpen(atOnceUsers(run.load.users()));

    List<PopulationBuilder> afterCheck = new ArrayList<>(List.of(load));
    if (run.run.warmUp().drivers() > 0) {
      PopulationBuilder drive =
          scenario("drive").exec(users.drive()).injectOpen(atOnceUsers(run.run.warmUp().drivers()));
      if (run.run.warmUp().settles()) {
        afterCheck.add(drive);
      } else {
        afterCheck.set(0, drive.andThen(load));
      }
    }

    setUp(check.andThen(afterCheck))
        .protocols(requests.httpProtocol())
        .maxDuration(GatlingRun.ENDLESS)
        .assertions(global().failedRequests().count().is(0L));
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
