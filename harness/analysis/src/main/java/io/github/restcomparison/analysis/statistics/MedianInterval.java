package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The median of a metric over the rounds, with its exact distribution-free interval.
 *
 * <p>The number of values below the true median is binomial(n, 1/2), so the k-th smallest and the
 * k-th largest value enclose it with probability 1 - 2 P(B &lt;= k-1), whatever the distribution,
 * as long as it is continuous (David and Nagaraja, <i>Order Statistics</i>, 3rd ed. 2003, section
 * 7.1). The largest k that reaches the requested confidence is taken; what it reaches is the
 * confidence stated in the interval.
 *
 * @param median in the metric's own unit; if the number of rounds is even, the mean of the middle
 *     two, of percentiles the greater
 * @param interval {@link Interval#NONE} if even the smallest and the largest value together fall
 *     short of the requested confidence (at 95 %: fewer than 6 values)
 */
public record MedianInterval(double median, Interval interval) {
  /** The median of no values: NaN. */
  public static final MedianInterval NONE = new MedianInterval(Double.NaN, Interval.NONE);

  private static final double CONFIDENCE = 0.95;

  /**
   * The median with its 95 % interval.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite
   */
  public static MedianInterval of(double... values) {
    double[] sorted = sorted(values);
    return new MedianInterval(
        Median.withDefaults().withCopy(true).evaluate(sorted), interval(sorted));
  }

  /**
   * The median with its 95 % interval; of fewer than six values with the interval from the smallest
   * to the largest, whose confidence is lower.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite
   */
  public static MedianInterval ofAll(double... values) {
    MedianInterval median = of(values);
    return median.interval.exists() || values.length < 2
        ? median
        : new MedianInterval(median.median, orderStatistics(1, sorted(values)));
  }

  /**
   * Returns the same of percentiles, which are not averaged: of an even number of rounds, the
   * greater of the middle two stands for the median.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite
   */
  public static MedianInterval ofPercentiles(double... values) {
    double[] sorted = sorted(values);
    return new MedianInterval(sorted[sorted.length / 2], interval(sorted));
  }

  private static double[] sorted(double... values) {
    if (values.length == 0
        || !Arrays.stream(values).allMatch(value -> value >= 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "values " + Arrays.toString(values) + ": must be 0 or more and finite, one at least");
    }
    return Arrays.stream(values).sorted().toArray();
  }

  private static Interval interval(double... sorted) {
    int k =
        BinomialDistribution.of(sorted.length, 0.5)
            .inverseCumulativeProbability((1 - CONFIDENCE) / 2);
    return k == 0 ? Interval.NONE : orderStatistics(k, sorted);
  }

  /** The interval from the k-th smallest to the k-th largest value, k being 1 or more. */
  private static Interval orderStatistics(int k, double... sorted) {
    int n = sorted.length;
    double outside = 2 * BinomialDistribution.of(n, 0.5).cumulativeProbability(k - 1);
    return new Interval(sorted[k - 1], sorted[n - k], 1 - outside);
  }

  /** Whether there is a value. */
  public boolean exists() {
    return !Double.isNaN(median);
  }

  /** The lower end of the interval; NaN without one. */
  public double low() {
    return interval.low();
  }

  /** The upper end of the interval; NaN without one. */
  public double high() {
    return interval.high();
  }

  /**
   * The same of values that were all changed alike, such as latencies less the delay.
   *
   * @param change that keeps the order of the values
   */
  public MedianInterval map(DoubleUnaryOperator change) {
    return new MedianInterval(
        change.applyAsDouble(median),
        new Interval(
            change.applyAsDouble(low()), change.applyAsDouble(high()), interval.confidence()));
  }
}
