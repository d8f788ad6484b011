package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.Target;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** How long runs take, as far as their plan tells. */
public final class ExpectedTime {
  /** Two JVMs started and stopped, the contract checked, the pages written. */
  private static final Duration AROUND_THE_LOAD = Duration.ofSeconds(7);

  private ExpectedTime() {}

  /** Of a plan, from its first run to its last. */
  public static Duration of(ExperimentPlan plan) {
    return of(plan, Schedule.all(plan));
  }

  /** Of some of a plan's runs. */
  static Duration of(ExperimentPlan plan, List<PlannedRun> runs) {
    return runs.stream().map(run -> of(plan, run.target())).reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration of(ExperimentPlan plan, Target.Planned target) {
    LoadSpec load = plan.load();
    Duration measured =
        load.open()
            .map(open -> Duration.ofSeconds(open.seconds()))
            .orElseGet(() -> closed(load, target));
    return AROUND_THE_LOAD.plusMillis(load.warmUpLimitMs() / 2).plus(measured);
  }

  private static Duration closed(LoadSpec load, Target.Planned target) {
    if (load.seconds().isPresent()) {
      return Duration.ofSeconds(load.seconds().getAsInt());
    }
    OptionalInt threads = target.bound(load);
    long turns =
        Math.ceilDiv(load.users(), load.boundBy(threads, OptionalInt.empty()).limits().atOnce());
    return Duration.ofMillis(load.delayMs() * turns * load.requestsPerUser());
  }
}
