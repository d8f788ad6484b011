package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import java.util.List;
import java.util.Optional;

/** Plans for tests. */
final class Plans {
  private Plans() {}

  static ExperimentPlan plan(long seed) {
    return plan(seed, 10);
  }

  static ExperimentPlan plan(long seed, int rounds) {
    return new ExperimentPlan(
        "s",
        new Design(
            List.of("jersey-sync", "jersey-async", "vertx-rest"),
            Optional.of("jersey-async"),
            rounds,
            seed),
        LoadSpec.USUAL,
        new Setup("a host", "none", "bare"),
        Optional.empty());
  }

  /** The same, for so long at most. */
  static ExperimentPlan within(ExperimentPlan plan, long timeLimitMs) {
    Design limited = plan.design().within(timeLimitMs);
    return new ExperimentPlan(plan.session(), limited, plan.load(), plan.setup(), plan.study());
  }
}
