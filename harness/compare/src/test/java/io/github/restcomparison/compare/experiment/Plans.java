package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.plan.ExperimentPlan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Plans for tests. */
final class Plans {
  private Plans() {}

  static ExperimentPlan plan(long seed) {
    return plan(seed, 10);
  }

  static ExperimentPlan plan(long seed, int rounds) {
    return new ExperimentPlan(
        ExperimentPlan.SCHEMA,
        "s",
        List.of("jersey-sync", "jersey-async", "vertx-rest"),
        Optional.of("jersey-async"),
        rounds,
        seed,
        1_000,
        100,
        100,
        Optional.of("fixed"),
        Optional.empty(),
        "200",
        40_000,
        "none",
        "a host",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty());
  }
}
