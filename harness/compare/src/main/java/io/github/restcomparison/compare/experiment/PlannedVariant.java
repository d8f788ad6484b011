package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.runner.settings.Target;

/**
 * What is measured once in each round.
 *
 * @param variant its name in the catalogue
 * @param control whether it is there as the A/A control
 */
public record PlannedVariant(String variant, boolean control) {

  /** What it is called in records and reports. */
  public String name() {
    return control ? variant + Target.CONTROL : variant;
  }
}
