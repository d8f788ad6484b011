package io.github.restcomparison.gatling;

/** The shared load against {@code vertx-rest}: Vert.x core. */
public final class VertxRestSimulation extends ServiceSimulation {
  public VertxRestSimulation() {
    super("vertx-rest");
  }
}
