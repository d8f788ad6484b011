package io.github.restcomparison.gatling;

import io.github.restcomparison.runner.RunProperties;

/** The shared load against any variant of the catalogue: {@code -Dvariant=}, as compare runs it. */
public final class VariantSimulation extends ServiceSimulation {
  public VariantSimulation() {
    super(RunProperties::catalogueService);
  }
}
