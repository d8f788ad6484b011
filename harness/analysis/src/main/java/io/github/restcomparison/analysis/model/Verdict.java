package io.github.restcomparison.analysis.model;

/**
 * What may be said of a pair: the first that holds, in this order. "Better" is faster or cheaper as
 * the metric has it; "equal" is never said. The margin is d, as a share.
 */
public enum Verdict {
  /** A gate failed, or the load generator limited the worse one. */
  UNRANKED,
  /** Fewer rounds than {@link PairwiseTests#FIRST_LOOK}: figures without a verdict. */
  PREVIEW,
  /** The adjusted interval lies wholly beyond the margin. */
  BETTER_AT_LEAST,
  /**
   * Two one-sided tests, at 5 % divided by the number of pairs, both reject a difference of the
   * margin: the interval lies inside [1/(1+d), 1+d] (Schuirmann, <i>J. Pharmacokinet. Biopharm.</i>
   * 15:657, 1987).
   */
  EQUIVALENT,
  /** The adjusted interval excludes 1 but not all of the margin. */
  BETTER_SIZE_UNCLEAR,
  /** Neither a difference nor its absence was shown. */
  NO_DIFFERENCE_SHOWN
}
