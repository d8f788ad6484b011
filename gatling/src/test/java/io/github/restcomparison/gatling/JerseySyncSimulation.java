package io.github.restcomparison.gatling;

/** The shared load against {@code jersey-sync}: Jersey on Grizzly, blocking. */
public final class JerseySyncSimulation extends ServiceSimulation {

  /** Called by Gatling. */
  public JerseySyncSimulation() {
    super(GatlingRun.of("jersey-sync"));
  }
}
