package io.github.restcomparison.comparison.statistics;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * From which load on one variant does better than another, and goes on doing so. Below the margin
 * two figures of one load are not told apart; where the ratio passes it, between two loads, is
 * interpolated on logarithmic scales.
 */
public final class Crossing {
  /** What counts as a difference: 5 %, the margin of all of this project's verdicts. */
  public static final double MARGIN = 1.05;

  private Crossing() {}

  /**
   * The two figures at one load.
   *
   * @param load more than 0
   * @param better of the one that does better in the end, more than 0
   * @param other of the other, more than 0
   */
  public record At(double load, double better, double other) {
    private double ratio() {
      return better / other;
    }
  }

  /**
   * Where the ratio passes the margin for good.
   *
   * @param load interpolated between two that were measured; the least of all where it lies above
   *     there already
   * @param below the last load at which it does not lie above; absent where there is none
   * @param above the first from which on it does
   */
  public record From(double load, OptionalDouble below, double above) {}

  /**
   * The load from which on the ratio is above the margin, at all greater loads.
   *
   * @param points in ascending order of the load
   * @return empty where it is not so at the greatest load
   */
  public static Optional<From> from(List<At> points) {
    int first = points.size();
    while (first > 0 && points.get(first - 1).ratio() > MARGIN) {
      first--;
    }
    if (first == points.size()) {
      return Optional.empty();
    }
    At above = points.get(first);
    if (first == 0) {
      return Optional.of(new From(above.load(), OptionalDouble.empty(), above.load()));
    }
    At below = points.get(first - 1);
    return Optional.of(
        new From(between(below, above), OptionalDouble.of(below.load()), above.load()));
  }

  private static double between(At below, At above) {
    double from = Math.log(below.ratio());
    double to = Math.log(above.ratio());
    double share = (Math.log(MARGIN) - from) / (to - from);
    return Math.exp(
        Math.log(below.load()) + share * (Math.log(above.load()) - Math.log(below.load())));
  }
}
