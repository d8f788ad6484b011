package io.github.restcomparison.gatling;

/** The shared load against any variant of the catalogue: {@code -Dvariant=}, as compare runs it. */
public final class VariantSimulation extends ServiceSimulation {

  /** Called by Gatling. */
  public VariantSimulation() {
    super(GatlingRun.ofVariant());
  }
}
