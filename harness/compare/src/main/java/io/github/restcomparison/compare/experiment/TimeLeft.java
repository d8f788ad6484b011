package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Estimates how long what is left of an experiment takes, from the runs that are over. */
final class TimeLeft {
  /** Two JVMs started and stopped, the contract checked, the pages written. */
  private static final Duration AROUND_THE_LOAD = Duration.ofSeconds(7);

  private final ExperimentPlan plan;
  private final List<Target.Planned> toDo;
  private final Map<Target.Planned, List<Duration>> took = new HashMap<>();

  /**
   * At the beginning, or where an experiment goes on.
   *
   * @param toDo what is still to be measured, each as often as it is
   */
  TimeLeft(ExperimentPlan plan, List<Target.Planned> toDo) {
    this.plan = plan;
    this.toDo = new ArrayList<>(toDo);
  }

  synchronized void took(Target.Planned target, Duration time) {
    toDo.remove(target);
    took.computeIfAbsent(target, e -> new ArrayList<>()).add(time);
  }

  /** Of all that is still to be measured. */
  Duration left() {
    return of(toDo);
  }

  /** Of some runs, whether they were measured or not. */
  Duration of(List<Target.Planned> targets) {
    Duration all = targets.stream().map(this::expected).reduce(Duration.ZERO, Duration::plus);
    return plan.design().duet() ? all.dividedBy(2) : all;
  }

  private Duration expected(Target.Planned target) {
    List<Duration> times = took.get(target);
    return times == null
        ? beforehand(target)
        : times.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(times.size());
  }

  private Duration beforehand(Target.Planned target) {
    Duration load =
        plan.load()
            .open()
            .map(open -> Duration.ofSeconds(open.seconds()))
            .orElseGet(() -> closedLoad(target));
    return AROUND_THE_LOAD.plusMillis(plan.load().warmUpLimitMs() / 2).plus(load);
  }

  private Duration closedLoad(Target.Planned target) {
    LoadSpec load = plan.load();
    if (load.seconds().isPresent()) {
      return Duration.ofSeconds(load.seconds().getAsInt());
    }
    OptionalInt threads = target.bound(load);
    long turns =
        Math.ceilDiv(load.users(), load.boundBy(threads, OptionalInt.empty()).limits().atOnce());
    return Duration.ofMillis(load.delayMs() * turns * load.requestsPerUser());
  }
}
