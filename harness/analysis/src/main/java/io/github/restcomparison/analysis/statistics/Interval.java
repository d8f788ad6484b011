package io.github.restcomparison.analysis.statistics;

/**
 * A confidence interval with both ends in it.
 *
 * @param low lower end
 * @param high upper end, not below {@code low}
 * @param confidence the probability, above 0 and below 1, with which the method covers the true
 *     value
 */
public record Interval(double low, double high, double confidence) {

  /**
   * Checks the ends and the confidence.
   *
   * @throws IllegalArgumentException if {@code low <= high} or {@code 0 < confidence < 1} does not
   *     hold
   */
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException(
          "interval from " + low + " to " + high + ": low must not exceed high");
    }
    requireProbability("confidence", confidence);
  }

  static void requireProbability(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(name + " = " + value + ": must lie between 0 and 1");
    }
  }

  /** Whether {@code value} is one of those the data are compatible with. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Whether all of the interval is greater than {@code value}. */
  public boolean liesAbove(double value) {
    return low > value;
  }

  /** Whether no part of the interval is beyond {@code lowest} or {@code highest}. */
  public boolean liesWithin(double lowest, double highest) {
    return lowest <= low && high <= highest;
  }

  /**
   * The interval of 1/x where this is the interval of a positive x: a ratio seen from the other
   * side.
   */
  public Interval reciprocal() {
    return new Interval(1 / high, 1 / low, confidence);
  }
}
