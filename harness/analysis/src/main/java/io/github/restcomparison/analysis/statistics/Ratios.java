package io.github.restcomparison.analysis.statistics;

import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/** How many times one thing's metric is another's, as far as the rounds tell. */
public sealed interface Ratios permits PairedLogRatio, UnpairedLogRatio {

  /** A spread below this is the rounding of doubles, not the noise of a machine. */
  double ROUNDING = 1e-12;

  /** The number of rounds; of the side with fewer, where the two sides have rounds of their own. */
  int rounds();

  /** The mean logarithm of the ratio of A to B. */
  double logRatio();

  /** A to B, a geometric mean. */
  default double ratio() {
    return Math.exp(logRatio());
  }

  /**
   * The standard deviation of the logarithm of the ratio of two single rounds: 0.03 is a noise of
   * about 3 %.
   *
   * @throws IllegalStateException if there is one round only
   */
  double standardDeviation();

  /** The standard error of {@link #logRatio()}, of two rounds or more. */
  double standardError();

  /** The degrees of freedom of {@link #standardError()}, of two rounds or more. */
  double degreesOfFreedom();

  /**
   * Student's interval of the ratio: exp(mean ± t times the standard error). Georges et al. (OOPSLA
   * 2007) ask for it over launches; it is exact where a launch's noise is lognormal. Of zero width
   * if {@link #sameInEveryRound()}.
   *
   * @param confidence between 0 and 1
   * @return none with one round only
   * @throws IllegalArgumentException if {@code confidence} is not between 0 and 1
   */
  default Optional<Interval> interval(double confidence) {
    Interval.requireProbability("confidence", confidence);
    if (rounds() < 2) {
      return Optional.empty();
    }
    double reach =
        sameInEveryRound()
            ? 0
            : standardError()
                * TDistribution.of(degreesOfFreedom())
                    .inverseSurvivalProbability((1 - confidence) / 2);
    return Optional.of(
        new Interval(Math.exp(logRatio() - reach), Math.exp(logRatio() + reach), confidence));
  }

  /** The two-sided p of "A and B are the same", from a {@link PermutationTest}. */
  double p();

  /**
   * The fewest rounds with which a family of pairs can show anything at all, however large the
   * difference.
   *
   * @param pairs 1 or more
   * @param alpha the family's error probability, between 0 and 1
   * @throws IllegalArgumentException if an argument is outside its range
   */
  int fewestRounds(int pairs, double alpha);

  /**
   * Whether the rounds are all the same, so that the interval has no width: then the spread between
   * launches is not known but merely unseen.
   */
  boolean sameInEveryRound();
}
