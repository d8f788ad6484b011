package io.github.restcomparison.analysis.statistics;

/**
 * A confidence interval with both ends in it.
 *
 * @param low the lower end
 * @param high the upper end, not below {@code low}
 * @param confidence the probability, between 0 and 1, with which the method covers the true value
 */
public record Interval(double low, double high, double confidence) {
  /** The interval of too few values: all of it is NaN, and it contains nothing. */
  public static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN);

  /**
   * Checks the ends and the confidence.
   *
   * @throws IllegalArgumentException if {@code low > high} or the confidence is no probability
   */
  public Interval {
    if (low > high || confidence <= 0 || confidence >= 1) {
      throw new IllegalArgumentException(
          "interval from %s to %s of confidence %s: low must not exceed high, and the confidence must be between 0 and 1"
              .formatted(low, high, confidence));
    }
  }

  /** Whether there are enough values for an interval. */
  public boolean exists() {
    return !Double.isNaN(confidence);
  }

  /** Whether {@code value} is one of those that the data are compatible with. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Whether no part of the interval lies outside {@code lowest} and {@code highest}. */
  public boolean liesWithin(double lowest, double highest) {
    return lowest <= low && high <= highest;
  }

  /** The interval of 1/x, if this is the interval of a positive x. */
  public Interval reciprocal() {
    return new Interval(1 / high, 1 / low, confidence);
  }
}
