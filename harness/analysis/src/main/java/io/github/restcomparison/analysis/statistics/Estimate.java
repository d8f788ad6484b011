package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The median of a metric over the rounds, with its exact distribution-free interval.
 *
 * <p>The number of values below the true median is binomial(n, 1/2), so the k-th smallest and the
 * k-th largest value enclose it with probability 1 - 2 P(B &lt;= k-1), whatever the distribution,
 * as long as it is continuous (David and Nagaraja, <i>Order Statistics</i>, 3rd ed. 2003, section
 * 7.1). The largest k that reaches the asked confidence is taken; what it reaches, never less, is
 * the confidence stated in the interval.
 *
 * @param median in the metric's own unit; the mean of the middle two where their number is even
 * @param interval none where even the smallest and the largest value together fall short of the
 *     asked confidence (at 95 %: fewer than 6 values)
 */
public record Estimate(double median, Optional<Interval> interval) {

  /** The confidence of {@link #of(double...)}. */
  public static final double CONFIDENCE = 0.95;

  /**
   * The median with its 95 % interval.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite
   */
  public static Estimate of(double... values) {
    return of(CONFIDENCE, values);
  }

  /**
   * The median with its interval of at least {@code confidence}.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite,
   *     or {@code confidence} is not between 0 and 1
   */
  public static Estimate of(double confidence, double[] values) {
    Interval.requireProbability("confidence", confidence);
    Samples.requireNotNegative("values", values);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    return new Estimate(median, interval(confidence, sorted));
  }

  private static Optional<Interval> interval(double confidence, double[] sorted) {
    int n = sorted.length;
    BinomialDistribution below = BinomialDistribution.of(n, 0.5);
    for (int k = (n + 1) / 2; k >= 1; k--) {
      double reached = 1 - 2 * below.cumulativeProbability(k - 1);
      if (reached >= confidence) {
        return Optional.of(new Interval(sorted[k - 1], sorted[n - k], reached));
      }
    }
    return Optional.empty();
  }
}
