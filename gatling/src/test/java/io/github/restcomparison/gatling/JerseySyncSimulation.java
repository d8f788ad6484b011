package io.github.restcomparison.gatling;

/** The shared load against {@code jersey-sync}: Jersey on Grizzly, blocking. */
public final class JerseySyncSimulation extends ServiceSimulation {
  public JerseySyncSimulation() {
    super("jersey-sync");
  }
}
