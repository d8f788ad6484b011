package io.github.restcomparison.gatling;

/** The shared load against {@code jersey-async}: Jersey on Grizzly, {@code @Suspended}. */
public final class JerseyAsyncSimulation extends ServiceSimulation {
  public JerseyAsyncSimulation() {
    super("jersey-async");
  }
}
