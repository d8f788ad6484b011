package io.github.restcomparison.analysis.statistics;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/**
 * One metric of two variants, compared round by round: d = ln(a/b) of each round.
 *
 * <p>Both values of a round met the same machine in the same minutes; what a round does to both
 * drops out of d. On the log scale a ratio and its reciprocal are equally far from 1, so nothing
 * depends on which variant is called A.
 *
 * @param differences d by the round, from 1, at least one, finite
 */
public record PairedLogRatio(SortedMap<Integer, Double> differences) implements Ratios {

  /**
   * Checks and copies the differences.
   *
   * @throws IllegalArgumentException if there is none, or one is not finite
   */
  public PairedLogRatio {
    differences = Collections.unmodifiableSortedMap(new TreeMap<>(differences));
    if (differences.isEmpty()) {
      throw new IllegalArgumentException("differences are empty: at least one round is needed");
    }
    for (double difference : differences.values()) {
      if (!Double.isFinite(difference)) {
        throw new IllegalArgumentException("differences hold " + difference + ": must be finite");
      }
    }
  }

  /**
   * Pairs the values of the same round; rounds that only one of the two has are left out.
   *
   * @param a the metric of variant A by the round, positive
   * @param b the metric of variant B, likewise
   * @return none where they have no round in common
   * @throws IllegalArgumentException if a value is not positive and finite: it has no logarithm
   */
  public static Optional<PairedLogRatio> of(Map<Integer, Double> a, Map<Integer, Double> b) {
    SortedMap<Integer, Double> differences = new TreeMap<>();
    a.forEach(
        (round, value) -> {
          if (b.containsKey(round)) {
            differences.put(round, Math.log(value) - Math.log(b.get(round)));
          }
        });
    return differences.isEmpty() ? Optional.empty() : Optional.of(new PairedLogRatio(differences));
  }

  @Override
  public int rounds() {
    return differences.size();
  }

  @Override
  public boolean sameInEveryRound() {
    return Collections.max(differences.values()) - Collections.min(differences.values()) < ROUNDING;
  }

  /**
   * The standard deviation of d with the divisor R-1: 0.03 is a noise of about 3 %.
   *
   * @throws IllegalStateException if there is one round only
   */
  double standardDeviation() {
    if (rounds() < 2) {
      throw new IllegalStateException("one round has no standard deviation");
    }
    return StandardDeviation.of(values()).getAsDouble();
  }

  /**
   * With s = max(s of the pair, s of the control), the standard error is s/√R. Its degrees of
   * freedom are R-1, or those of the control where s is the control's and it has fewer rounds.
   */
  @Override
  public Estimate estimate(NoiseFloor floor) {
    double logRatio = Mean.of(values()).getAsDouble();
    if (rounds() < 2) {
      return new Estimate(1, logRatio, Double.NaN, Double.NaN);
    }
    double own = standardDeviation();
    boolean floored = own < floor.deviation();
    return new Estimate(
        rounds(),
        logRatio,
        (floored ? floor.deviation() : own) / Math.sqrt(rounds()),
        floored ? Math.min(rounds(), floor.rounds()) - 1.0 : rounds() - 1.0);
  }

  private double[] values() {
    return differences.values().stream().mapToDouble(Double::doubleValue).toArray();
  }
}
