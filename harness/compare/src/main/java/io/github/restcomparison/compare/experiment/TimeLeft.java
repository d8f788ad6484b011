package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Estimates how long what is left of an experiment takes, from the runs that are over. */
final class TimeLeft {
  /** Two JVMs started and stopped, the contract checked, the pages written. */
  private static final Duration AROUND_THE_LOAD = Duration.ofSeconds(7);

  private final ExperimentPlan plan;
  private final List<PlannedVariant> toDo;
  private final Map<PlannedVariant, List<Duration>> took = new HashMap<>();

  /**
   * At the beginning, or where an experiment goes on.
   *
   * @param toDo what is still to be measured, each as often as it is
   */
  TimeLeft(ExperimentPlan plan, List<PlannedVariant> toDo) {
    this.plan = plan;
    this.toDo = new ArrayList<>(toDo);
  }

  void took(PlannedVariant planned, Duration time) {
    toDo.remove(planned);
    took.computeIfAbsent(planned, e -> new ArrayList<>()).add(time);
  }

  Duration left() {
    return toDo.stream().map(this::expected).reduce(Duration.ZERO, Duration::plus);
  }

  private Duration expected(PlannedVariant planned) {
    List<Duration> times = took.get(planned);
    return times == null
        ? beforehand(planned)
        : times.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(times.size());
  }

  private Duration beforehand(PlannedVariant planned) {
    Duration load =
        plan.open()
            .map(open -> Duration.ofSeconds(open.seconds()))
            .orElseGet(() -> closedLoad(planned));
    return AROUND_THE_LOAD.plusMillis(plan.warmUpLimitMs() / 2).plus(load);
  }

  private Duration closedLoad(PlannedVariant planned) {
    Workers workers = Workers.of(Settings.of(Map.of("WORKERS", plan.workers())));
    int atOnce = Catalogue.variant(planned.variant()).bound(workers).orElse(plan.users());
    long turns = Math.ceilDiv(plan.users(), Math.min(atOnce, plan.users()));
    return Duration.ofMillis(plan.delayMs() * turns * plan.requestsPerUser());
  }
}
