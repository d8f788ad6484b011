package io.github.restcomparison.analysis.statistics;

/** How many times one thing's metric is another's, as far as the rounds tell. */
public sealed interface Ratios permits PairedLogRatio, UnpairedLogRatio {

  /** A spread below this is the rounding of doubles, not the noise of a machine. */
  double ROUNDING = 1e-12;

  /** The number of rounds; of the side with fewer, where the two sides have rounds of their own. */
  int rounds();

  /**
   * Ratio and noise; the noise is never taken for smaller than the A/A control's, whose variants
   * are known to be the same: a few rounds may lie close together by luck.
   */
  Estimate estimate(NoiseFloor floor);

  /**
   * Whether the rounds are all the same: then the spread between launches is not known but merely
   * unseen.
   */
  boolean sameInEveryRound();
}
