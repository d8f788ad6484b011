package io.github.restcomparison.analysis.curves;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * From which load on one variant does better than another, and goes on doing so. Below the margin
 * two figures of one load are not told apart. Where between two loads the ratio passes it is not
 * guessed at: a pool that runs full makes a corner there, which no interpolation finds.
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
    /** How many times as much the one does. */
    public double ratio() {
      return better / other;
    }
  }

  /**
   * The loads that were measured between which the ratio passes the margin for good.
   *
   * @param below the last load at which it does not lie above; absent where there is none
   * @param above the first from which on it does
   */
  public record From(OptionalDouble below, double above) {}

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
    OptionalDouble below =
        first == 0 ? OptionalDouble.empty() : OptionalDouble.of(points.get(first - 1).load());
    return Optional.of(new From(below, points.get(first).load()));
  }
}
