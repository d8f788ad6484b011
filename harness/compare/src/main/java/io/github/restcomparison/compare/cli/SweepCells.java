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

  /** Users who all wait alike ask in waves: of fewer, one more or less in the window shows. */
  private static final int FEWEST_REQUESTS = 10;

  /**
   * Looks at each cell.
   *
   * @param bounds how many requests may wait in a variant at once; empty where nothing bounds them
   * @param seconds that the load of a cell should take
   * @param longest that the load of one variant in it may take; what would take longer is skipped
   */
  static SweepCells of(
      List<Integer> users,
      List<Integer> delaysMs,
      List<String> variants,
      Function<String, OptionalInt> bounds,
      Duration seconds,
      Duration longest) {
    SweepCells grid = new SweepCells(new ArrayList<>(), new ArrayList<>());
    for (int delayMs : delaysMs) {
      for (int number : users) {
        String name = "%d users, %d ms".formatted(number, delayMs);
        Optional<String> files = Host.tooFewFiles(number, 2);
        if (files.isPresent()) {
          grid.skipped.add(name + ": " + files.get());
          continue;
        }
        double most = Math.min(FASTEST, delayMs == 0 ? FASTEST : 1e3 * number / delayMs);
        int requests =
            (int) Math.max(FEWEST_REQUESTS, Math.ceil(most * seconds.toMillis() / 1e3 / number));
        List<String> measured = new ArrayList<>();
        Set<String> withoutQueue = new HashSet<>();
        for (String variant : variants) {
          OptionalInt bound = bounds.apply(variant);
          ThroughputLimits limits = new ThroughputLimits(number, bound, Duration.ofMillis(delayMs));
          double rate = Math.min(FASTEST, limits.ceiling().orElse(FASTEST));
          double takes = (double) number * requests / rate;
          boolean queues = bound.isEmpty() || bound.getAsInt() < number;
          if (takes > longest.toSeconds()) {
            grid.skipped.add(
                "%s, %s: %d requests of each user would take %.0f s at %.0f/s: more than %d s"
                    .formatted(name, variant, requests, takes, rate, longest.toSeconds()));
          } else if (queues || withoutQueue.add(variant.replaceAll("@WORKERS=[^@]*", ""))) {
            measured.add(variant);
          } else {
            grid.skipped.add(
                "%s, %s: a smaller pool has a thread for each user already"
                    .formatted(name, variant));
          }
        }
        if (!measured.isEmpty()) {
          grid.cells.add(new Cell(number, delayMs, requests, measured));
        }
      }
    }
    return grid;
  }
}
