package io.github.restcomparison.compare.cli;

import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.plan.SweepPlan.Cell;
import io.github.restcomparison.runner.host.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * Which cells of a grid can be measured, in a time that is worth it.
 *
 * @param cells that can
 * @param skipped what cannot, with the reason, a sentence each
 */
record SweepCells(List<Cell> cells, List<String> skipped) {
  /** No host does more of these requests per second: what a cell is made short by. */
  private static final double FASTEST = 10_000;

  /** Users who all wait alike send in waves: of fewer, one more or less in the window shows. */
  private static final int FEWEST_REQUESTS = 10;

  /** What would take longer, with its users and its pool, is left out. */
  private static final int LONGEST_SECONDS = 60;

  /**
   * Looks at each cell.
   *
   * @param bounds how many requests may wait in a variant at once; empty if nothing bounds them
   * @param duration that the load of a cell should take
   */
  static SweepCells of(
      List<Integer> users,
      List<Integer> delaysMs,
      List<String> variants,
      Function<String, OptionalInt> bounds,
      Duration duration) {
    SweepCells grid = new SweepCells(new ArrayList<>(), new ArrayList<>());
    for (int delayMs : delaysMs) {
      for (int number : users) {
        String name = "%d users, %d ms".formatted(number, delayMs);
        Optional<String> files = Host.tooFewFiles(number, 2);
        if (files.isPresent()) {
          grid.skipped.add(name + ": " + files.get());
          continue;
        }
        double most = fastest(number, OptionalInt.empty(), delayMs);
        double seconds = duration.toMillis() / 1e3;
        int requests = (int) Math.max(FEWEST_REQUESTS, Math.ceil(most * seconds / number));
        List<String> measured = new ArrayList<>();
        Set<String> withoutQueue = new HashSet<>();
        for (String variant : variants) {
          OptionalInt bound = bounds.apply(variant);
          double rate = fastest(number, bound, delayMs);
          double takes = (double) number * requests / rate;
          boolean queues = bound.isEmpty() || bound.getAsInt() < number;
          if (takes > LONGEST_SECONDS) {
            grid.skipped.add(
                "%s, %s: %d requests of each user would take %.0f s at %.0f/s: more than %d s"
                    .formatted(name, variant, requests, takes, rate, LONGEST_SECONDS));
          } else if (queues || withoutQueue.add(variant.replaceAll("@WORKERS=[^@]*", ""))) {
            measured.add(variant);
          } else {
            grid.skipped.add(
                name + ", " + variant + ": a smaller pool has a thread for each user already");
          }
        }
        if (!measured.isEmpty()) {
          grid.cells.add(new Cell(number, delayMs, requests, measured));
        }
      }
    }
    return grid;
  }

  /** Returns the most requests per second that a variant can answer. */
  private static double fastest(int users, OptionalInt bound, int delayMs) {
    ThroughputLimits limits = new ThroughputLimits(users, bound, Duration.ofMillis(delayMs));
    return Math.min(FASTEST, limits.ceiling().orElse(FASTEST));
  }
}
