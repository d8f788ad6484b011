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
   * Checks the logarithms.
   *
   * @throws IllegalArgumentException if either has none, or one is not finite
   */
  public UnpairedLogRatio {
    for (double[] logs : new double[][] {a, b}) {
      if (logs.length == 0 || !Arrays.stream(logs).allMatch(Double::isFinite)) {
        throw new IllegalArgumentException(
            "logarithms " + Arrays.toString(logs) + ": must be finite, one or more");
      }
    }
  }

  /**
   * Of the values themselves.
   *
   * @param a the metric of A in each of its rounds, positive
   * @param b the metric of B in each of its rounds, positive
   * @throws IllegalArgumentException if either has no round, or a value is not positive and finite
   */
  public static UnpairedLogRatio of(double[] a, double[] b) {
    return new UnpairedLogRatio(logs(a), logs(b));
  }

  private static double[] logs(double[] values) {
    return Arrays.stream(values).map(Math::log).toArray();
  }

  @Override
  public int rounds() {
    return Math.min(a.length, b.length);
  }

  /**
   * Welch's, which does not take the two sides for equally noisy: the standard error is √(s_a²/n_a
   * + s_b²/n_b), with the degrees of freedom of Satterthwaite (Welch, <i>Biometrika</i> 34:28,
   * 1947). The floor's deviation is that of a ratio, so each side has at least half of its
   * variance.
   */
  @Override
  public Estimate estimate(NoiseFloor floor) {
    double logRatio = mean(a) - mean(b);
    if (rounds() < 2) {
      return new Estimate(1, logRatio, Double.NaN, Double.NaN);
    }
    double ofA = varianceOfMean(a, floor);
    double ofB = varianceOfMean(b, floor);
    double degreesOfFreedom =
        (ofA + ofB)
            * (ofA + ofB)
            / (ofA * ofA / degreesOfFreedom(a, floor) + ofB * ofB / degreesOfFreedom(b, floor));
    return new Estimate(rounds(), logRatio, Math.sqrt(ofA + ofB), degreesOfFreedom);
  }

  private static double varianceOfMean(double[] logs, NoiseFloor floor) {
    return Math.max(variance(logs), leastVariance(floor)) / logs.length;
  }

  private static double degreesOfFreedom(double[] logs, NoiseFloor floor) {
    return (variance(logs) < leastVariance(floor)
            ? Math.min(logs.length, floor.rounds())
            : logs.length)
        - 1.0;
  }

  private static double leastVariance(NoiseFloor floor) {
    return floor.deviation() * floor.deviation() / 2;
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
