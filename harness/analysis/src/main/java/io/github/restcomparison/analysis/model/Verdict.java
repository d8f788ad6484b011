package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.records.RunRecord.Status;

/**
 * What may be said of a pair: the first that holds, in the order of the records below. "Better" is
 * faster or cheaper as the metric has it; "equal" is never said.
 */
public sealed interface Verdict {

  /** The name of the variant that is shown to be better; empty if neither is. */
  default String better() {
    return "";
  }

  /**
   * A gate failed.
   *
   * @param status INVALID or FAILED
   * @param reason for the reader
   */
  record Unranked(Status status, String reason) implements Verdict {}

  /**
   * Too few rounds to be judged: figures, no verdict.
   *
   * @param rounds below {@link PairwiseTests#FIRST_LOOK}
   */
  record Indicative(int rounds) implements Verdict {}

  /**
   * The adjusted interval lies wholly beyond the margin.
   *
   * @param better the name of the better variant
   * @param percent the advantage that is certain, rounded down: how much higher its throughput, how
   *     much lower its cost
   */
  record BetterAtLeast(String better, int percent) implements Verdict {}

  /**
   * The adjusted interval excludes 1 but not all of the margin.
   *
   * @param better the name of the better variant
   * @param margin d, as a share
   */
  record BetterSizeUnclear(String better, double margin) implements Verdict {}

  /**
   * Two one-sided tests, at 5 % divided by the number of pairs, both reject a difference of the
   * margin: the interval lies inside [1/(1+d), 1+d] (Schuirmann, <i>J. Pharmacokinet. Biopharm.</i>
   * 15:657, 1987).
   *
   * @param margin d, as a share
   * @param interval of A/B, at 1 - 0.10/m
   */
  record EquivalentWithin(double margin, Interval interval) implements Verdict {}

  /**
   * Neither a difference nor its absence was shown.
   *
   * @param margin d, as a share
   * @param moreRounds how many more would decide it, if ratio and noise stayed as they are; 0 if
   *     more than {@link #MOST_ROUNDS} in all would not
   */
  record NoDifferenceShown(double margin, int moreRounds) implements Verdict {
    /** More than this is no advice. */
    public static final int MOST_ROUNDS = 100;
  }
}
