package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * One metric of the same thing measured in two experiments. No round of one belongs to a round of
 * the other, so what differs between the days is in the spread and cannot drop out.
 *
 * @param a the logarithms of A's rounds, at least one, finite
 * @param b the logarithms of B's rounds, at least one, finite
 */
public record UnpairedLogRatio(double[] a, double[] b) implements Ratios {

  /**
   * Of the values themselves.
   *
   * @param a the metric of A in each of its rounds, positive
   * @param b the metric of B in each of its rounds, positive
   * @throws IllegalArgumentException if either has no round, or a value is not positive and finite
   */
  public static UnpairedLogRatio of(double[] a, double[] b) {
    Samples.requirePositive("a", a);
    Samples.requirePositive("b", b);
    return new UnpairedLogRatio(logs(a), logs(b));
  }

  private static double[] logs(double[] values) {
    return Arrays.stream(values).map(Math::log).toArray();
  }

  @Override
  public int rounds() {
    return Math.min(a.length, b.length);
  }

  @Override
  public double logRatio() {
    return mean(a) - mean(b);
  }

  /** The variances of the two sides add up: sqrt(s_a² + s_b²). */
  @Override
  public double standardDeviation() {
    if (rounds() < 2) {
      throw new IllegalStateException("one round has no standard deviation");
    }
    return Math.sqrt(variance(a) + variance(b));
  }

  /** Welch's, which does not take the two sides for equally noisy: √(s_a²/n_a + s_b²/n_b). */
  @Override
  public double standardError() {
    return Math.sqrt(variance(a) / a.length + variance(b) / b.length);
  }

  /** Those of Welch and Satterthwaite (Welch, <i>Biometrika</i> 34:28, 1947). */
  @Override
  public double degreesOfFreedom() {
    double ofA = variance(a) / a.length;
    double ofB = variance(b) / b.length;
    return (ofA + ofB) * (ofA + ofB) / (ofA * ofA / (a.length - 1) + ofB * ofB / (b.length - 1));
  }

  /** Of the {@linkplain PermutationTest#twoSample test of two samples}. */
  @Override
  public double p() {
    return PermutationTest.twoSample(a, b);
  }

  @Override
  public int fewestRounds(int pairs, double alpha) {
    return Power.fewestRounds(pairs, alpha, PermutationTest::leastTwoSample);
  }

  @Override
  public boolean sameInEveryRound() {
    return spread(a) < ROUNDING && spread(b) < ROUNDING;
  }

  private static double spread(double[] logs) {
    return Arrays.stream(logs).max().orElseThrow() - Arrays.stream(logs).min().orElseThrow();
  }

  private static double mean(double[] logs) {
    return Mean.of(logs).getAsDouble();
  }

  private static double variance(double[] logs) {
    return Variance.of(logs).getAsDouble();
  }
}
