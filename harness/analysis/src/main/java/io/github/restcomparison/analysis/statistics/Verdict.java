package io.github.restcomparison.analysis.statistics;

import java.util.OptionalDouble;

/**
 * What may be said of a pair. The first that holds, in the order of the records below. "Better" is
 * {@linkplain TestedMetric#better() faster or cheaper} as the metric has it; "equal" is never said.
 */
public sealed interface Verdict {

  /**
   * A gate failed, or the A/A control forbids all ranking.
   *
   * @param status INVALID or FAILED
   * @param reason for the reader
   */
  record Unranked(Pair.Status status, String reason) implements Verdict {}

  /**
   * Too few rounds for anything to be significant: figures, no verdict.
   *
   * @param rounds below {@code needed}
   * @param needed with fewer not even a single pair can be significant: 6 where they are paired
   */
  record Indicative(int rounds, int needed) implements Verdict {}

  /**
   * Significant after Holm, and the adjusted interval lies beyond the margin.
   *
   * @param better the name of the better variant
   * @param percent the advantage that is certain, rounded down: how much higher its throughput, how
   *     much lower its cost
   */
  record BetterAtLeast(String better, int percent) implements Verdict {}

  /**
   * Significant after Holm, and the adjusted interval excludes 1 but not all of the margin.
   *
   * @param better the name of the better variant
   * @param margin d, as a share
   * @param withinMargin whether the adjusted interval does not leave the margin: a real difference,
   *     and a small one
   */
  record BetterSizeUnclear(String better, double margin, boolean withinMargin) implements Verdict {}

  /**
   * Two one-sided 5 % tests both reject a difference of the margin: the 90 % interval lies inside
   * [1/(1+d), 1+d] (Schuirmann, <i>J. Pharmacokinet. Biopharm.</i> 15:657, 1987). Each pair by
   * itself, with no adjustment for a family.
   *
   * @param margin d, as a share
   * @param interval the 90 % interval of A/B
   */
  record EquivalentWithin(double margin, Interval interval) implements Verdict {}

  /**
   * Neither a difference nor its absence was shown.
   *
   * @param margin d, as a share
   * @param smallestDetectable the difference these rounds {@linkplain Power can be expected to
   *     show} at the level of the pair's Holm step, as a share; none if so few rounds can show
   *     nothing in a family of this size
   * @param roundsNeeded how many rounds can be expected to show a difference of the margin
   */
  record NoDifferenceShown(double margin, OptionalDouble smallestDetectable, int roundsNeeded)
      implements Verdict {}
}
