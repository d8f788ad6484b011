package io.github.restcomparison.analysis.statistics;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

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

  @Override
  public int rounds() {
    return differences.size();
  }

  @Override
  public double logRatio() {
    return Mean.of(values()).getAsDouble();
  }

  @Override
  public boolean sameInEveryRound() {
    return Collections.max(differences) - Collections.min(differences) < ROUNDING;
  }

  /** Of d, with the divisor R-1. */
  @Override
  public double standardDeviation() {
    if (rounds() < 2) {
      throw new IllegalStateException("one round has no standard deviation");
    }
    return StandardDeviation.of(values()).getAsDouble();
  }

  @Override
  public double standardError() {
    return standardDeviation() / Math.sqrt(rounds());
  }

  @Override
  public double degreesOfFreedom() {
    return rounds() - 1.0;
  }

  /** Of the {@linkplain PermutationTest#signFlip sign-flip test}. */
  @Override
  public double p() {
    return PermutationTest.signFlip(values());
  }

  @Override
  public int fewestRounds(int pairs, double alpha) {
    return Power.fewestRounds(pairs, alpha);
  }

  private double[] values() {
    return differences.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
