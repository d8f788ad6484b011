package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.*;

import io.gatling.javaapi.core.*;
import io.github.restcomparison.records.Load;

/** Starts a service and waits until it is ready, before a user's simulation. */
public final class ReadinessSimulation extends Simulation {
  /** Of the run: Gatling makes the instance. */
  static Lifecycle lifecycle;

  public ReadinessSimulation() {
    Requests requests = new Requests(lifecycle);
    setUp(scenario("check").exec(Check.of(lifecycle, requests)).injectOpen(atOnceUsers(1)))
        .protocols(requests.httpProtocol())
        .maxDuration(Load.RUN_LIMIT);
  }
}
