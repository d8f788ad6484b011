package io.github.restcomparison.analysis.statistics;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times one thing's metric is another's, with what is known of the noise. Interval and p
 * are of the same t test, so they agree: the interval excludes 1 exactly where p is below its
 * level.
 *
 * @param rounds that it rests on, 1 or more
 * @param logRatio the mean logarithm of the ratio of A to B
 * @param standardError of {@code logRatio}, 0 or more; of no meaning with one round
 * @param degreesOfFreedom of {@code standardError}, above 0; of no meaning with one round
 */
public record Estimate(int rounds, double logRatio, double standardError, double degreesOfFreedom) {

  /** A to B, a geometric mean. */
  public double ratio() {
    return Math.exp(logRatio);
  }

  /**
   * Student's interval of the ratio: exp(mean ± t times the standard error). Georges et al. (OOPSLA
   * 2007) ask for it over launches; it is exact where a launch's noise is lognormal.
   *
   * @param confidence between 0 and 1
   * @return none with one round only
   * @throws IllegalArgumentException if {@code confidence} is not between 0 and 1
   */
  public Optional<Interval> interval(double confidence) {
    Interval.requireProbability("confidence", confidence);
    if (rounds < 2) {
      return Optional.empty();
    }
    double reach = reach(confidence);
    return Optional.of(
        new Interval(Math.exp(logRatio - reach), Math.exp(logRatio + reach), confidence));
  }

  /** The two-sided p of "A and B are the same"; 1 with one round only. */
  public double p() {
    if (rounds < 2) {
      return 1;
    }
    if (isExact()) {
      return Math.abs(logRatio) < Ratios.ROUNDING ? 1 : 0;
    }
    return StudentT.twoSidedP(degreesOfFreedom, logRatio / standardError);
  }

  /** Whether no noise was seen at all. */
  private boolean isExact() {
    return standardError < Ratios.ROUNDING;
  }

  /** The same, had it been as noisy over so many rounds of paired values. */
  private Estimate over(int more) {
    return new Estimate(
        more, logRatio, standardError * Math.sqrt((double) rounds / more), more - 1.0);
  }

  /**
   * How many rounds like these would decide the pair, could mean and noise stay as they are: so
   * that the interval lies beyond the margin, or the one of equivalence inside.
   *
   * @param margin as a share, above 0
   * @param different the confidence of the interval that must lie beyond the margin
   * @param equivalent the confidence of the one that must lie inside
   * @param most where to give up; it never happens where the ratio is that of the margin
   * @return more than {@link #rounds()}, at most {@code most}; else {@code most + 1}
   */
  int roundsToDecide(double margin, double different, double equivalent, int most) {
    double distance = Math.abs(Math.abs(logRatio) - Math.log1p(margin));
    double confidence = Math.abs(logRatio) > Math.log1p(margin) ? different : equivalent;
    int needed = rounds + 1;
    while (needed <= most && over(needed).reach(confidence) >= distance) {
      needed++;
    }
    return needed;
  }

  private double reach(double confidence) {
    return isExact() ? 0 : StudentT.reach(degreesOfFreedom, confidence) * standardError;
  }

  /** Student's t distribution. Its quantiles are found by iteration, so those in use are kept. */
  private static final class StudentT {
    /** Rounds less 1, and levels of a family: a few hundred. Welch's fractions are not kept. */
    private static final Map<Quantile, Double> KNOWN = new ConcurrentHashMap<>();

    private record Quantile(double degreesOfFreedom, double tail) {}

    /**
     * How many standard errors an interval reaches to either side.
     *
     * @param degreesOfFreedom above 0
     * @param confidence between 0 and 1
     */
    static double reach(double degreesOfFreedom, double confidence) {
      Quantile quantile = new Quantile(degreesOfFreedom, (1 - confidence) / 2);
      return degreesOfFreedom == Math.rint(degreesOfFreedom)
          ? KNOWN.computeIfAbsent(quantile, StudentT::find)
          : find(quantile);
    }

    private static double find(Quantile quantile) {
      return TDistribution.of(quantile.degreesOfFreedom).inverseSurvivalProbability(quantile.tail);
    }

    /**
     * The probability of so many standard errors or more, to either side, where there is nothing.
     */
    static double twoSidedP(double degreesOfFreedom, double standardErrors) {
      return 2 * TDistribution.of(degreesOfFreedom).survivalProbability(Math.abs(standardErrors));
    }
  }
}
