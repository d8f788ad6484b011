package io.github.restcomparison.analysis.statistics;

import java.util.Optional;

/** How many times one thing's metric is another's, as far as the rounds tell. */
public sealed interface Ratios permits PairedLogRatio, UnpairedLogRatio {

  /** The number of rounds; of the side with fewer, where the two sides have rounds of their own. */
  int rounds();

  /** A to B, a geometric mean. */
  double ratio();

  /**
   * The standard deviation of the logarithm of the ratio of two single rounds: 0.03 is a noise of
   * about 3 %.
   *
   * @throws IllegalStateException if there is one round only
   */
  double standardDeviation();

  /**
   * The interval of the ratio.
   *
   * @param confidence between 0 and 1
   * @return none with one round only
   * @throws IllegalArgumentException if {@code confidence} is not between 0 and 1
   */
  Optional<Interval> interval(double confidence);

  /** The two-sided p of "A and B are the same", from a permutation test. */
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

  /** Whether the rounds are all the same, so that the interval has no width. */
  boolean sameInEveryRound();
}
