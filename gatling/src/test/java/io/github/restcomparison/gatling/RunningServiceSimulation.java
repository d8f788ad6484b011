package io.github.restcomparison.gatling;

import io.github.restcomparison.runner.settings.RunRequest;

/** The shared load against a service that already runs: {@code -DbaseUrl=http://host:port}. */
public final class RunningServiceSimulation extends ServiceSimulation {
  public RunningServiceSimulation() {
    super(RunRequest::running);
  }
}
