package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.Behaviour.Slowdown;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * The trend of the latencies within the kept time: a service that leaks memory, or whose tables
 * grow, slows down for as long as it is loaded. No warm-up makes it steady.
 */
final class Trend {
  /** By so much the latency grows at least, as a share and in ms: the log has whole ms. */
  private static final double GROWTH = 0.25;

  private static final double GROWTH_MS = 2;

  /**
   * Of the 45 pairs of tenths, so many more have the slower one later than earlier (S of Kendall).
   * By chance it is as many in 0.11 % of all orders.
   */
  private static final int ORDERED = 33;

  /** So few responses in a tenth tell nothing. */
  private static final int FEWEST = 10;

  /** An open model is overloaded if more than this share of its requests waits for a connection. */
  private static final double OVERLOADED = 0.01;

  private Trend() {}

  /**
   * Returns how the service slowed down; empty if it did not, or if the load itself grew: by a
   * growing rate, or because requests of an open model queue.
   *
   * @param tenths latencies of each tenth of the kept time
   * @param open what became of the requests of an open model
   */
  static Optional<Slowdown> slowdown(
      Load settings, List<Latencies> tenths, Optional<Outcome> open) {
    boolean grows =
        settings.open().filter(each -> each.rate().to() > each.rate().from()).isPresent();
    if (grows
        || open.filter(Trend::isOverloaded).isPresent()
        || tenths.stream().anyMatch(each -> each.total() < FEWEST)
        || ordered(tenths) < ORDERED) {
      return Optional.empty();
    }
    int third = tenths.size() / 3;
    double first = mean(tenths.subList(0, third));
    double last = mean(tenths.subList(tenths.size() - third, tenths.size()));
    return last - first > Math.max(GROWTH * first, GROWTH_MS)
        ? Optional.of(new Slowdown(Usage.rounded(first), Usage.rounded(last)))
        : Optional.empty();
  }

  private static boolean isOverloaded(Outcome outcome) {
    return outcome.dropped() + outcome.waitedForConnection() > OVERLOADED * outcome.intended();
  }

  private static int ordered(List<Latencies> tenths) {
    int ordered = 0;
    for (int i = 0; i < tenths.size(); i++) {
      for (Latencies later : tenths.subList(i + 1, tenths.size())) {
        ordered += (int) Math.signum(later.mean() - tenths.get(i).mean());
      }
    }
    return ordered;
  }

  private static double mean(List<Latencies> parts) {
    Latencies all = new Latencies();
    parts.forEach(part -> part.counts().forEach(all::add));
    return all.mean();
  }
}
