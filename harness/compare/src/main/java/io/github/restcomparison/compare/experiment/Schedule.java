package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/**
 * The order in which rounds measure their entries: shuffled by a recorded seed, so that what
 * changes on the machine over the hours affects all variants alike (Abedi and Brecht, ICPE 2017).
 */
final class Schedule {
  private Schedule() {}

  /** A run before it is measured. */
  record PlannedRun(RunId runId, Target target) {
    /** Returns the name of its folder. */
    String folder() {
      return runId.folder(runId.position().orElseThrow(), target.name());
    }
  }

  /** Returns the runs of a round in order; {@code attempt} is 2 if the round is repeated. */
  static List<PlannedRun> round(ExperimentPlan plan, int round, int attempt) {
    List<Target> entries = new ArrayList<>();
    plan.design().variants().forEach(variant -> entries.add(Target.of(plan, variant, false)));
    plan.design().control().ifPresent(variant -> entries.add(Target.of(plan, variant, true)));
    // java.util.Random's numbers are part of its specification, now and on every platform.
    Random random = new Random(plan.design().seed());
    for (int skipped = 1; skipped < 2 * round + attempt - 2; skipped++) {
      random.nextLong();
    }
    Collections.shuffle(entries, new Random(random.nextLong()));
    List<PlannedRun> runs = new ArrayList<>();
    for (Target entry : entries) {
      runs.add(new PlannedRun(new RunId(round, OptionalInt.of(runs.size() + 1), attempt), entry));
    }
    return runs;
  }

  /** Returns the runs of all rounds, without repetitions. */
  static List<PlannedRun> all(ExperimentPlan plan) {
    List<PlannedRun> runs = new ArrayList<>();
    for (int round = 1; round <= plan.design().rounds(); round++) {
      runs.addAll(round(plan, round, 1));
    }
    return runs;
  }
}
