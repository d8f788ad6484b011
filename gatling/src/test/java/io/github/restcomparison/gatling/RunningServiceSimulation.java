package io.github.restcomparison.gatling;

/** The shared load against a service that already runs: {@code -DbaseUrl=http://host:port}. */
public final class RunningServiceSimulation extends ServiceSimulation {

  /** Called by Gatling. */
  public RunningServiceSimulation() {
    super(GatlingRun.ofRunningService());
  }
}
