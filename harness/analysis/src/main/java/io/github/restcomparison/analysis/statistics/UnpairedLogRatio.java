package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One metric of the same thing measured in two experiments. No round of one belongs to a round of
 * the other, so what differs between the days is in the spread and cannot drop out.
 *
 * @param a the logarithms of A's rounds, at least one, finite
 * @param b the logarithms of B's rounds, at least one, finite
 */
public record UnpairedLogRatio(double[] a, double[] b) implements Ratios {

  /** A spread below this is the rounding of doubles, not the noise of a machine. */
  private static final double ROUNDING = 1e-12;

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
  public double ratio() {
    return Math.exp(mean(a) - mean(b));
  }

  /** The variances of the two sides add up: sqrt(s_a² + s_b²). */
  @Override
  public double standardDeviation() {
    if (rounds() < 2) {
      throw new IllegalStateException("one round has no standard deviation");
    }
    return Math.sqrt(variance(a) + variance(b));
  }

  /**
   * Welch's interval, which does not take the two sides for equally noisy: exp(difference of means
   * ± t √(s_a²/n_a + s_b²/n_b)), with the degrees of freedom of Welch and Satterthwaite (Welch,
   * <i>Biometrika</i> 34:28, 1947).
   */
  @Override
  public Optional<Interval> interval(double confidence) {
    Interval.requireProbability("confidence", confidence);
    if (rounds() < 2) {
      return Optional.empty();
    }
    double ofA = variance(a) / a.length;
    double ofB = variance(b) / b.length;
    double difference = mean(a) - mean(b);
    double reach = 0;
    if (!sameInEveryRound()) {
      double degrees =
          (ofA + ofB) * (ofA + ofB) / (ofA * ofA / (a.length - 1) + ofB * ofB / (b.length - 1));
      double t = TDistribution.of(degrees).inverseSurvivalProbability((1 - confidence) / 2);
      reach = t * Math.sqrt(ofA + ofB);
    }
    return Optional.of(
        new Interval(Math.exp(difference - reach), Math.exp(difference + reach), confidence));
  }

  @Override
  public double p() {
    return TwoSampleTest.p(a, b);
  }

  @Override
  public int fewestRounds(int pairs, double alpha) {
    Interval.requireProbability("alpha", alpha);
    if (pairs < 1) {
      throw new IllegalArgumentException("pairs = " + pairs + ": must be 1 or more");
    }
    int rounds = 1;
    while (pairs * TwoSampleTest.leastP(rounds, rounds) >= alpha) {
      rounds++;
    }
    return rounds;
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
