package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * A figure with its confidence interval, both ends included: a ratio, or the median of a metric
 * over the rounds.
 *
 * <p>The interval of a median is exact and distribution-free. The number of values below the true
 * median is binomial(n, 1/2), so the k-th smallest and the k-th largest value enclose it with
 * probability 1 - 2 P(B &lt;= k-1), whatever the distribution, as long as it is continuous (David
 * and Nagaraja, <i>Order Statistics</i>, 3rd ed. 2003, section 7.1). The largest k that reaches the
 * requested confidence is taken; the reached confidence is stated in the interval.
 *
 * @param value in its own unit; NaN if there is none. Of an even number of rounds a median is the
 *     mean of the middle two, of percentiles the larger
 * @param low the lower end; NaN without an interval
 * @param high the upper end, not below {@code low}; NaN without an interval
 * @param confidence the probability, between 0 and 1, with which the method covers the true value;
 *     NaN without an interval
 */
public record Estimate(double value, double low, double high, double confidence) {
  /** No value, and no interval: all components are NaN. */
  public static final Estimate NONE = withoutInterval(Double.NaN);

  private static final double CONFIDENCE = 0.95;

  /**
   * Checks the ends and the confidence.
   *
   * @throws IllegalArgumentException if {@code low > high} or the confidence is no probability
   */
  public Estimate {
    if (low > high || confidence <= 0 || confidence >= 1) {
      throw new IllegalArgumentException(
          "interval from %s to %s of confidence %s: low must not exceed high, and the confidence must be between 0 and 1"
              .formatted(low, high, confidence));
    }
  }

  /** Returns the estimate of too few values for an interval. */
  static Estimate withoutInterval(double value) {
    return new Estimate(value, Double.NaN, Double.NaN, Double.NaN);
  }

  /**
   * Returns the median with its 95 % interval; without one of fewer than 6 values, because even the
   * smallest and the largest value do not reach 95 %.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite
   */
  public static Estimate ofMedian(double... values) {
    return of(median(values), values);
  }

  /**
   * Returns the median with its 95 % interval; of fewer than six values with the interval from the
   * smallest to the largest, whose confidence is lower.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite
   */
  public static Estimate ofMedianAndRange(double... values) {
    Estimate median = ofMedian(values);
    return median.hasInterval() || values.length < 2
        ? median
        : orderStatistics(median.value, 1, sorted(values));
  }

  /**
   * Returns the same as {@link #ofMedian} for percentiles, which are not averaged: of an even
   * number of rounds, the larger of the middle two is used as the median.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite
   */
  public static Estimate ofPercentiles(double... values) {
    return of(sorted(values)[values.length / 2], values);
  }

  private static double median(double... values) {
    return Median.withDefaults().withCopy(true).evaluate(sorted(values));
  }

  private static double[] sorted(double... values) {
    if (values.length == 0
        || !Arrays.stream(values).allMatch(value -> value >= 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "values " + Arrays.toString(values) + ": must be 0 or more and finite, one at least");
    }
    return Arrays.stream(values).sorted().toArray();
  }

  private static Estimate of(double median, double... values) {
    int k =
        BinomialDistribution.of(values.length, 0.5)
            .inverseCumulativeProbability((1 - CONFIDENCE) / 2);
    return k == 0 ? withoutInterval(median) : orderStatistics(median, k, sorted(values));
  }

  /** Returns the interval from the k-th smallest to the k-th largest value, k being 1 or more. */
  private static Estimate orderStatistics(double median, int k, double... sorted) {
    int n = sorted.length;
    double outside = 2 * BinomialDistribution.of(n, 0.5).cumulativeProbability(k - 1);
    return new Estimate(median, sorted[k - 1], sorted[n - k], 1 - outside);
  }

  /** Returns whether there is a value. */
  public boolean hasValue() {
    return !Double.isNaN(value);
  }

  /** Returns whether there are enough values for an interval. */
  public boolean hasInterval() {
    return !Double.isNaN(confidence);
  }

  /** Returns whether a value lies in the interval. */
  public boolean contains(double other) {
    return low <= other && other <= high;
  }

  /** Returns whether no part of the interval lies outside {@code lowest} and {@code highest}. */
  public boolean isWithin(double min, double max) {
    return min <= low && high <= max;
  }

  /**
   * Returns the ratio of two figures that the clock rounds: both ends are moved outwards by the
   * smallest difference that it resolves.
   *
   * @param step as a share, 0 or more
   */
  public Estimate widened(double step) {
    return new Estimate(value, low / (1 + step), high * (1 + step), confidence);
  }

  /** Returns the estimate of 1/x, if this is the estimate of a positive x. */
  public Estimate reciprocal() {
    return new Estimate(1 / value, 1 / high, 1 / low, confidence);
  }

  /**
   * Returns the estimate after the same change of all values, such as latencies minus the delay.
   *
   * @param change that keeps the order of the values
   */
  public Estimate map(DoubleUnaryOperator change) {
    return new Estimate(
        change.applyAsDouble(value),
        change.applyAsDouble(low),
        change.applyAsDouble(high),
        confidence);
  }
}
