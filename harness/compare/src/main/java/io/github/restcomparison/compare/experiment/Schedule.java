package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.variants.Variant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/**
 * The order in which rounds measure their entries: shuffled by a recorded seed, so that changes of
 * the machine over the hours affect all variants alike (Abedi and Brecht, ICPE 2017).
 */
final class Schedule {
  /** Starting and stopping two JVMs, checking the service, writing the pages. */
  private static final Duration AROUND_THE_LOAD = Duration.ofSeconds(6);

  private Schedule() {}

  /**
   * A run before it is measured.
   *
   * @param estimate of its duration
   */
  record PlannedRun(RunId runId, Duration estimate) {
    /** Returns the name of its folder. */
    String folder() {
      return runId.folder(runId.position().orElseThrow());
    }
  }

  /** Returns the runs of a round in order; {@code attempt} is 2 if the round is repeated. */
  static List<PlannedRun> round(ExperimentPlan plan, int round, int attempt) {
    List<RunId> entries = new ArrayList<>();
    plan.design().variants().forEach(name -> entries.add(RunId.of(name, round, attempt)));
    plan.design().control().ifPresent(name -> entries.add(RunId.ofControl(name, round, attempt)));
    // java.util.Random's numbers are part of its specification, now and on every platform.
    Random random = new Random(plan.design().seed());
    for (int skipped = 1; skipped < 2 * round + attempt - 2; skipped++) {
      random.nextLong();
    }
    Collections.shuffle(entries, new Random(random.nextLong()));
    List<PlannedRun> runs = new ArrayList<>();
    for (RunId entry : entries) {
      boolean hasLoad = plan.subject() != Subject.START_UP;
      Duration estimate = hasLoad ? estimate(plan, entry) : AROUND_THE_LOAD;
      runs.add(new PlannedRun(entry.withPosition(runs.size() + 1), estimate));
    }
    return runs;
  }

  /** Returns the runs of all rounds, without repetitions. */
  static List<PlannedRun> allRuns(ExperimentPlan plan) {
    List<PlannedRun> runs = new ArrayList<>();
    for (int round = 1; round <= plan.design().rounds().max(); round++) {
      runs.addAll(round(plan, round, 1));
    }
    return runs;
  }

  /** Returns the estimate of some runs together. */
  static Duration estimate(List<PlannedRun> runs) {
    return runs.stream().map(PlannedRun::estimate).reduce(Duration.ZERO, Duration::plus);
  }

  /** Returns the minimum of the time of a round: its loads alone; 0 for start-ups. */
  static Duration shortest(ExperimentPlan plan) {
    return plan.subject() == Subject.START_UP
        ? Duration.ZERO
        : round(plan, 1, 1).stream()
            .map(run -> load(plan, run.runId()))
            .reduce(Duration.ZERO, Duration::plus);
  }

  /** Half of the longest warm-up, and the load. */
  private static Duration estimate(ExperimentPlan plan, RunId run) {
    return AROUND_THE_LOAD.plus(plan.load().warmUp().dividedBy(2)).plus(load(plan, run));
  }

  /** Returns the time of the load, by the bounds of the service. */
  private static Duration load(ExperimentPlan plan, RunId run) {
    Load load = plan.load();
    OptionalInt workers = Variant.workers(plan.service(run.service()), load);
    Load.Bounds bounds = new Load.Bounds(workers, OptionalInt.empty());
    return load.rampUpTime().plus(load.with(bounds, false).loadTime());
  }
}
