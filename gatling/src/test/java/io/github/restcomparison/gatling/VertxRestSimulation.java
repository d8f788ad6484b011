package io.github.restcomparison.gatling;

/** The shared load against {@code vertx-rest}: Vert.x core. */
public final class VertxRestSimulation extends ServiceSimulation {

  /** Called by Gatling. */
  public VertxRestSimulation() {
    super(GatlingRun.of("vertx-rest"));
  }
}
