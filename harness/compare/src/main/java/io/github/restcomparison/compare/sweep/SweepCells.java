package io.github.restcomparison.compare.sweep;

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
public record SweepCells(List<Cell> cells, List<String> skipped) {
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
  public static SweepCells of(
      List<Integer> users,
      List<Integer> delaysMs,
      List<String> variants,
      Function<String, OptionalInt> bounds,
      Duration seconds,
      Duration longest) {
    SweepCells grid = new SweepCells(new ArrayList<>(), new ArrayList<>());
    for (int delayMs : delaysMs) {
      for (int number : users) {
        grid.look(number, delayMs, variants, bounds, seconds, longest);
      }
    }
    return grid;
  }

  private void look(
      int users,
      int delayMs,
      List<String> variants,
      Function<String, OptionalInt> bounds,
      Duration seconds,
      Duration longest) {
    String name = "%d users, %d ms".formatted(users, delayMs);
    Optional<String> files = Host.tooFewFiles(users, 2);
    if (files.isPresent()) {
      skipped.add(name + ": " + files.get());
      return;
    }
    int requests = requests(users, delayMs, seconds);
    List<String> measured = new ArrayList<>();
    Set<String> enough = new HashSet<>();
    for (String variant : variants) {
      OptionalInt bound = bounds.apply(variant);
      Optional<String> reason =
          tooLong(new ThroughputLimits(users, bound, Duration.ofMillis(delayMs)), requests, longest)
              .or(() -> sameAsOther(variant, users, bound, enough));
      if (reason.isPresent()) {
        skipped.add("%s, %s: %s".formatted(name, variant, reason.get()));
      } else {
        measured.add(variant);
      }
    }
    if (!measured.isEmpty()) {
      cells.add(new Cell(users, delayMs, requests, measured));
    }
  }

  private static int requests(int users, int delayMs, Duration seconds) {
    double rate = Math.min(FASTEST, delayMs == 0 ? FASTEST : 1e3 * users / delayMs);
    return (int) Math.max(FEWEST_REQUESTS, Math.ceil(rate * seconds.toMillis() / 1e3 / users));
  }

  private static Optional<String> tooLong(ThroughputLimits limits, int requests, Duration longest) {
    double rate = Math.min(FASTEST, limits.ceiling().orElse(FASTEST));
    double takes = (double) limits.users() * requests / rate;
    return takes > longest.toSeconds()
        ? Optional.of(
            "%d requests of each user would take %.0f s at %.0f/s: more than %d s"
                .formatted(requests, takes, rate, longest.toSeconds()))
        : Optional.empty();
  }

  /** Pools of one variant that no user has to queue for are the same; other settings differ. */
  private static Optional<String> sameAsOther(
      String variant, int users, OptionalInt bound, Set<String> enough) {
    boolean queues = bound.isEmpty() || bound.getAsInt() < users;
    return queues || enough.add(variant.replaceAll("@WORKERS=[^@]*", ""))
        ? Optional.empty()
        : Optional.of("a smaller pool has a thread for each user already");
  }
}
