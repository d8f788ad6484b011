package io.github.restcomparison.comparison.experiment;

import io.github.restcomparison.comparison.record.ExperimentPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * In which order a round measures its entries. Interleaved at random, so that what changes on the
 * machine over the hours hits all variants alike (Abedi and Brecht, ICPE 2017); from a recorded
 * seed, so that anybody can check it.
 */
final class Schedule {
  private Schedule() {}

  /**
   * The order of a round.
   *
   * @param attempt 1, or 2 where the round is repeated
   */
  static List<Entry> order(ExperimentPlan plan, int round, int attempt) {
    List<Entry> entries = new ArrayList<>();
    plan.variants().forEach(variant -> entries.add(new Entry(variant, false)));
    plan.control().ifPresent(variant -> entries.add(new Entry(variant, true)));
    // java.util.Random's numbers are part of its specification, now and on every platform.
    Random random = new Random(plan.seed());
    for (int skipped = 1; skipped < 2 * round + attempt - 2; skipped++) {
      random.nextLong();
    }
    Collections.shuffle(entries, new Random(random.nextLong()));
    return entries;
  }
}
