package io.github.restcomparison.analysis.curves;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Searches for the highest rate that keeps an SLO, by bracketing and bisecting. It has no state:
 * the next rate follows from those that were tried, so an interrupted search can be resumed.
 *
 * @param start the first rate to try, requests per second
 * @param precision by how much the ends of the answer may differ, as a share
 * @param most the highest rate to try
 */
public record CapacitySearch(double start, double precision, double most) {
  /** The factor by which the rate grows or falls until there is a bracket. */
  private static final double GROWTH = 1.5;

  private static final double LEAST = 1;

  /** Whether one rate kept the SLO. */
  public enum Verdict {
    KEPT,
    BROKEN,
    /** Too few runs agree. */
    UNDECIDED
  }

  /**
   * The answer, as far as it goes.
   *
   * @param kept the highest rate that kept the SLO and lies below all that broke it; NaN for none
   * @param broken the lowest rate that broke it; NaN for none
   */
  public record Bracket(double kept, double broken) {
    /** Returns what the rates that were tried show. */
    static Bracket of(Map<Double, Verdict> tried) {
      double broken = rates(tried, Verdict.BROKEN).min().orElse(Double.NaN);
      return new Bracket(
          rates(tried, Verdict.KEPT).filter(rate -> !(rate >= broken)).max().orElse(Double.NaN),
          broken);
    }

    private static DoubleStream rates(Map<Double, Verdict> tried, Verdict verdict) {
      return tried.keySet().stream()
          .filter(rate -> tried.get(rate) == verdict)
          .mapToDouble(Double::doubleValue);
    }

    /**
     * Returns whether both ends are known and close enough. Rates are whole: below 50/s two
     * neighbours are farther apart than 2 %.
     *
     * @param precision by how much the ends may differ, as a share
     */
    boolean isWithin(double precision) {
      return broken - kept <= 1 || broken / kept - 1 <= precision;
    }

    /** Returns whether it lies above another one, without overlap. */
    boolean isAbove(Bracket other) {
      return kept >= other.broken;
    }
  }

  /**
   * Returns the rate to try next. Empty if the answer is precise enough, if there is none between
   * the least and the most, or if too few runs agreed on a rate.
   */
  public OptionalDouble next(Map<Double, Verdict> tried) {
    double rate = tried.isEmpty() ? start : proposed(Bracket.of(tried));
    return Double.isNaN(rate) || rate < LEAST || tried.containsKey(rate)
        ? OptionalDouble.empty()
        : OptionalDouble.of(rate);
  }

  /** Rates are whole; NaN for none. */
  private double proposed(Bracket bracket) {
    if (Double.isNaN(bracket.broken)) {
      return Math.min(most, Math.rint(bracket.kept * GROWTH));
    }
    if (Double.isNaN(bracket.kept)) {
      return Math.rint(bracket.broken / GROWTH);
    }
    return bracket.isWithin(precision)
        ? Double.NaN
        : Math.rint(Math.sqrt(bracket.kept * bracket.broken));
  }
}
