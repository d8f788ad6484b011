package io.github.restcomparison.analysis.statistics;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One metric of two variants, compared round by round: d = ln(a/b) of each round.
 *
 * <p>Both values of a round met the same machine in the same minutes; what a round does to both
 * drops out of d. On the log scale a ratio and its reciprocal are equally far from 1, so nothing
 * depends on which variant is called A.
 *
 * @param differences d of each round, at least one, finite
 */
public record PairedLogRatio(List<Double> differences) implements Ratios {

  /** A spread below this is the rounding of doubles, not the noise of a machine. */
  private static final double ROUNDING = 1e-12;

  /**
   * Checks and copies the differences.
   *
   * @throws IllegalArgumentException if there is none, or one is not finite
   */
  public PairedLogRatio {
    differences = List.copyOf(differences);
    if (differences.isEmpty()) {
      throw new IllegalArgumentException("differences are empty: at least one round is needed");
    }
    for (double difference : differences) {
      if (!Double.isFinite(difference)) {
        throw new IllegalArgumentException("differences hold " + difference + ": must be finite");
      }
    }
  }

  /**
   * Pairs the values of the same round.
   *
   * @param a the metric of variant A in each round, positive
   * @param b the metric of variant B in the same rounds, positive
   * @throws IllegalArgumentException if the numbers of rounds differ or are 0, or a value is not
   *     positive and finite
   */
  public static PairedLogRatio of(double[] a, double[] b) {
    Samples.requirePositive("a", a);
    Samples.requirePositive("b", b);
    if (a.length != b.length) {
      throw new IllegalArgumentException(
          "a has " + a.length + " rounds, b has " + b.length + ": must be the same");
    }
    return new PairedLogRatio(
        IntStream.range(0, a.length).mapToObj(r -> Math.log(a[r]) - Math.log(b[r])).toList());
  }

  /** The number of rounds, R. */
  @Override
  public int rounds() {
    return differences.size();
  }

  /** How many times B's value A's is: exp(mean d), the geometric mean of the rounds' ratios. */
  @Override
  public double ratio() {
    return Math.exp(mean());
  }

  /**
   * Whether every round gave the same ratio: then the spread between launches is not known but
   * merely unseen.
   */
  @Override
  public boolean sameInEveryRound() {
    return Collections.max(differences) - Collections.min(differences) < ROUNDING;
  }

  /**
   * The standard deviation of d (divisor R-1): 0.03 is a noise of about 3 %.
   *
   * @throws IllegalStateException if there is one round only
   */
  @Override
  public double standardDeviation() {
    if (rounds() < 2) {
      throw new IllegalStateException("one round has no standard deviation");
    }
    return StandardDeviation.of(values()).getAsDouble();
  }

  /**
   * Student's t interval of the ratio: exp(mean d ± t s/√R) with R-1 degrees of freedom. Georges et
   * al. (OOPSLA 2007) ask for it over launches; it is exact where a launch's noise is lognormal. Of
   * zero width if {@link #sameInEveryRound()}.
   *
   * @param confidence between 0 and 1
   * @return none with one round only
   * @throws IllegalArgumentException if {@code confidence} is not between 0 and 1
   */
  @Override
  public Optional<Interval> interval(double confidence) {
    Interval.requireProbability("confidence", confidence);
    if (rounds() < 2) {
      return Optional.empty();
    }
    double t = TDistribution.of(rounds() - 1).inverseSurvivalProbability((1 - confidence) / 2);
    double reach = t * standardDeviation() / Math.sqrt(rounds());
    return Optional.of(
        new Interval(Math.exp(mean() - reach), Math.exp(mean() + reach), confidence));
  }

  /** The two-sided p of the {@linkplain SignFlipTest sign-flip test} of "A and B are the same". */
  @Override
  public double p() {
    return SignFlipTest.p(values());
  }

  /** {@link Power#fewestRounds}. */
  @Override
  public int fewestRounds(int pairs, double alpha) {
    return Power.fewestRounds(pairs, alpha);
  }

  private double mean() {
    return Mean.of(values()).getAsDouble();
  }

  private double[] values() {
    return differences.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
