package io.github.restcomparison.gatling;

import io.github.restcomparison.runner.RunProperties;

/** The shared load against a service that already runs: {@code -DbaseUrl=http://host:port}. */
public final class RunningServiceSimulation extends ServiceSimulation {
  public RunningServiceSimulation() {
    super(RunProperties::runningService);
  }
}
