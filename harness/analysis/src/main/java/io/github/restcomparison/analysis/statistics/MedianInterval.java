package io.github.restcomparison.analysis.statistics;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The median of a metric over the rounds, with its exact distribution-free interval. JSON has it as
 * {@code median}, {@code low} and {@code high}.
 *
 * <p>The number of values below the true median is binomial(n, 1/2), so the k-th smallest and the
 * k-th largest value enclose it with probability 1 - 2 P(B &lt;= k-1), whatever the distribution,
 * as long as it is continuous (David and Nagaraja, <i>Order Statistics</i>, 3rd ed. 2003, section
 * 7.1). The largest k that reaches the asked confidence is taken; what it reaches, never less, is
 * the confidence stated in the interval.
 *
 * @param median in the metric's own unit; if the number of rounds is even, the mean of the middle
 *     two, of percentiles the greater
 * @param interval none where even the smallest and the largest value together fall short of the
 *     asked confidence (at 95 %: fewer than 6 values)
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
@JsonPropertyOrder({"median", "low", "high"})
public record MedianInterval(double median, @JsonIgnore Optional<Interval> interval) {

  /** The confidence of {@link #of(double...)}. */
  public static final double CONFIDENCE = 0.95;

  /**
   * The median with its 95 % interval.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite
   */
  public static MedianInterval of(double... values) {
    return of(CONFIDENCE, values);
  }

  /**
   * The median with its interval of at least {@code confidence}.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite,
   *     or {@code confidence} is not between 0 and 1
   */
  public static MedianInterval of(double confidence, double[] values) {
    Interval.requireProbability("confidence", confidence);
    requireMeasured(values);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new MedianInterval(
        Median.withDefaults().withCopy(true).evaluate(sorted), interval(confidence, sorted));
  }

  /**
   * Returns the same of percentiles, which are not averaged: of an even number of rounds, the
   * greater of the middle two stands for the median.
   *
   * @throws IllegalArgumentException if there is no value, or one that is negative or not finite
   */
  public static MedianInterval ofPercentiles(double... values) {
    Optional<Interval> interval = of(values).interval;
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new MedianInterval(sorted[sorted.length / 2], interval);
  }

  /** The libraries below take NaN and negative values without complaint. */
  private static void requireMeasured(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("values is empty: at least one round is needed");
    }
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] >= 0 && Double.isFinite(values[i]))) {
        throw new IllegalArgumentException(
            "values[" + i + "] = " + values[i] + ": must be 0 or more and finite");
      }
    }
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

  /** The lower end of the interval. */
  @JsonProperty
  public OptionalDouble low() {
    return interval.stream().mapToDouble(Interval::low).findFirst();
  }

  /** The upper end of the interval. */
  @JsonProperty
  public OptionalDouble high() {
    return interval.stream().mapToDouble(Interval::high).findFirst();
  }

  /**
   * The same of values that were all changed alike, such as latencies less the delay.
   *
   * @param change that keeps the order of the values
   */
  public MedianInterval map(DoubleUnaryOperator change) {
    return new MedianInterval(
        change.applyAsDouble(median),
        interval.map(
            each ->
                new Interval(
                    change.applyAsDouble(each.low()),
                    change.applyAsDouble(each.high()),
                    each.confidence())));
  }
}
