package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * In which order a round measures its entries. Interleaved at random, so that what changes on the
 * machine over the hours hits all variants alike (Abedi and Brecht, ICPE 2017); from a recorded
 * seed, so that anybody can check it.
 */
final class Schedule {
  private Schedule() {}

  /**
   * The runs of a round, in order.
   *
   * @param attempt 1, or 2 where the round is repeated
   */
  static List<PlannedRun> round(ExperimentPlan plan, int round, int attempt) {
    List<Target.Planned> entries = order(plan, round, attempt);
    return IntStream.rangeClosed(1, entries.size())
        .mapToObj(
            position ->
                new PlannedRun(
                    new RunId(round, OptionalInt.of(position), attempt), entries.get(position - 1)))
        .toList();
  }

  /** The runs of all rounds, none of them repeated. */
  static List<PlannedRun> all(ExperimentPlan plan) {
    return IntStream.rangeClosed(1, plan.design().rounds())
        .mapToObj(round -> round(plan, round, 1))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Target.Planned> order(ExperimentPlan plan, int round, int attempt) {
    Design design = plan.design();
    List<Target.Planned> entries = new ArrayList<>();
    design.variants().forEach(variant -> entries.add(Target.of(plan, variant, false)));
    design.control().ifPresent(variant -> entries.add(Target.of(plan, variant, true)));
    // java.util.Random's numbers are part of its specification, now and on every platform.
    Random random = new Random(design.seed());
    for (int skipped = 1; skipped < 2 * round + attempt - 2; skipped++) {
      random.nextLong();
    }
    Collections.shuffle(entries, new Random(random.nextLong()));
    return entries;
  }
}
