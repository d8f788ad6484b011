package io.github.restcomparison.analysis.statistics;

import java.util.function.IntToDoubleFunction;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What a number of rounds can show: a difference is found with 80 % probability if its logarithm is
 *
 * <pre>(t(1 - level/2) + t(0.8)) s / √R,   t with R-1 degrees of freedom</pre>
 *
 * <p>(NIST/SEMATECH <i>e-Handbook of Statistical Methods</i>, 7.2.2.2). It is the t test's; the
 * sign-flip test needs {@link #fewestRounds} besides. Where the standard deviation was measured in
 * a few rounds, so are these figures: they say how large an experiment to plan, not what the last
 * one should have found.
 */
public final class Power {

  /** The probability, 80 %, with which the differences named here are found. */
  public static final double POWER = 0.8;

  private Power() {}

  /**
   * The smallest difference that a number of rounds can be expected to show.
   *
   * @param standardDeviation of the log ratios, 0 or more
   * @param rounds 2 or more
   * @param level two-sided, between 0 and 1: 0.05, or what is left of it in a {@linkplain
   *     HolmStep#level() family}
   * @return as a share: 0.1 is a ratio of 1.1, or of 1/1.1
   * @throws IllegalArgumentException if an argument is outside its range
   */
  public static double smallestDetectable(double standardDeviation, int rounds, double level) {
    requireSpreadAndLevel(standardDeviation, level);
    if (rounds < 2) {
      throw new IllegalArgumentException("rounds = " + rounds + ": must be 2 or more");
    }
    return Math.expm1(detectableLog(standardDeviation, rounds, level));
  }

  /**
   * The number of rounds that can be expected to show a difference, 2 or more.
   *
   * @param standardDeviation of the log ratios, 0 or more
   * @param difference as a share, above 0: 0.1 is a ratio of 1.1, or of 1/1.1
   * @param level two-sided, between 0 and 1
   * @throws IllegalArgumentException if an argument is outside its range
   */
  public static int roundsNeeded(double standardDeviation, double difference, double level) {
    requireSpreadAndLevel(standardDeviation, level);
    if (!(difference > 0)) {
      throw new IllegalArgumentException("difference = " + difference + ": must be above 0");
    }
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double z =
        normal.inverseSurvivalProbability(level / 2) + normal.inverseCumulativeProbability(POWER);
    int rounds = Math.max(2, (int) Math.pow(z * standardDeviation / Math.log1p(difference), 2));
    while (detectableLog(standardDeviation, rounds, level) > Math.log1p(difference)) {
      rounds++;
    }
    return rounds;
  }

  /**
   * The fewest rounds with which a family of pairs can show anything: the first of Holm's steps
   * asks for a p below alpha/pairs, and R rounds reach 2/2^R. At 5 %: 6 rounds for one pair, 7 for
   * three, 8 for six, 10 for up to 25.
   *
   * @param pairs 1 or more
   * @param alpha the family's error probability, between 0 and 1
   * @throws IllegalArgumentException if an argument is outside its range
   */
  public static int fewestRounds(int pairs, double alpha) {
    return fewestRounds(pairs, alpha, rounds -> Math.scalb(2.0, -rounds));
  }

  /** The same of a test whose smallest p with a number of rounds is known. */
  static int fewestRounds(int pairs, double alpha, IntToDoubleFunction leastP) {
    Interval.requireProbability("alpha", alpha);
    if (pairs < 1) {
      throw new IllegalArgumentException("pairs = " + pairs + ": must be 1 or more");
    }
    int rounds = 1;
    while (pairs * leastP.applyAsDouble(rounds) >= alpha) {
      rounds++;
    }
    return rounds;
  }

  private static double detectableLog(double standardDeviation, int rounds, double level) {
    TDistribution t = TDistribution.of(rounds - 1.0);
    double quantiles =
        t.inverseSurvivalProbability(level / 2) + t.inverseCumulativeProbability(POWER);
    return quantiles * standardDeviation / Math.sqrt(rounds);
  }

  private static void requireSpreadAndLevel(double standardDeviation, double level) {
    if (!(standardDeviation >= 0 && Double.isFinite(standardDeviation))) {
      throw new IllegalArgumentException(
          "standard deviation = " + standardDeviation + ": must be 0 or more, finite");
    }
    Interval.requireProbability("level", level);
  }
}
