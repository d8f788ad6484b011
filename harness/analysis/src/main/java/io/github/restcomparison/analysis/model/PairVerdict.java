package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.RunRecord.Status;

/**
 * Two variants compared by one metric.
 *
 * @param pair the two, and their ratio
 * @param tested the metric
 * @param ruling what may be said
 * @param margin d, as a share: a difference of less does not matter
 * @param interval of A/B that the ruling rests on: at the level of the pair's step in Holm's
 *     procedure, of equivalence at that of the two one-sided tests; {@link Interval#NONE} if the
 *     pair was not tested, or has one round
 * @param p of the t test after Holm; NaN if the pair was not tested
 * @param family the number of pairs that were tested together
 * @param decided whether it is "better by at least" or "equivalent" and needs no more rounds
 */
public record PairVerdict(
    Pair pair,
    TestedMetric tested,
    Verdict ruling,
    double margin,
    Interval interval,
    double p,
    int family,
    boolean decided) {

  /** More rounds than this are no advice. */
  public static final int MOST_ROUNDS = 100;

  /** The name of variant A. */
  public String a() {
    return pair.a();
  }

  /** The name of variant B. */
  public String b() {
    return pair.b();
  }

  /** The number of rounds that are valid for both; 0 if a gate excludes the pair. */
  public int rounds() {
    return pair.ratio().rounds();
  }

  /** A to B, the geometric mean of the rounds; NaN if a gate excludes the pair. */
  public double ratio() {
    return pair.ratio().ratio();
  }

  /** The ratio of the greater of the two figures to the lesser. */
  double greaterToLesser() {
    return Math.max(ratio(), 1 / ratio());
  }

  /** The verdict in a few words: {@code vertx-rest at least 10 % faster}. */
  public String verdict() {
    return Words.verdict(this);
  }

  /** The verdict in plain English, with names, numbers and interval: one sentence. */
  public String sentence() {
    return Words.sentence(this);
  }

  /** Whether the rounds are too few for a verdict. */
  public boolean isPreview() {
    return ruling == Verdict.PREVIEW;
  }

  /** Whether it has figures. */
  public boolean isMeasured() {
    return pair.isValid();
  }

  /**
   * Whether more rounds might still decide it. They cannot if a variant failed, lost more rounds
   * than any experiment of this plan forgives, or is the worse one and the generator limited it.
   */
  public boolean isUndecided() {
    return !decided
        && !pair.isClosed()
        && !(isMeasured() && pair.lowerBounds().contains(other(betterSoFar())));
  }

  /** Returns how many more rounds like these would decide it; 0 if {@link #MOST_ROUNDS} do not. */
  public int moreRounds() {
    LogRatio ratio = pair.ratio();
    if (ruling != Verdict.NO_DIFFERENCE_SHOWN) {
      return 0;
    }
    double equivalent = PairwiseTests.equivalenceConfidence(family);
    int needed = ratio.roundsToDecide(margin, interval.confidence(), equivalent, MOST_ROUNDS);
    return needed > MOST_ROUNDS ? 0 : needed - ratio.rounds();
  }

  /** Whether it is of these two, in either order. */
  public boolean isOf(String one, String another) {
    return a().equals(one) && b().equals(another) || a().equals(another) && b().equals(one);
  }

  /** The name of the variant that is shown to be better; empty if neither is. */
  public String better() {
    return ruling == Verdict.BETTER_AT_LEAST || ruling == Verdict.BETTER_SIZE_UNCLEAR
        ? betterSoFar()
        : "";
  }

  /** The name of the variant that is better by the ratio, shown or not. */
  String betterSoFar() {
    return tested.firstIsBetter(ratio()) ? a() : b();
  }

  /**
   * Returns the advantage that is certain, in whole percent rounded down: how much higher its
   * throughput, how much lower its cost; 0 if that is unclear.
   */
  public int leastPercent() {
    return ruling == Verdict.BETTER_AT_LEAST
        ? tested.leastPercentBetter(seenFrom(better(), interval))
        : 0;
  }

  /** FAILED or INVALID if it is not ranked; else VALID. */
  public Status status() {
    return ruling == Verdict.UNRANKED && pair.isValid() ? Status.INVALID : pair.status();
  }

  /** Why it is not ranked, in words; empty if it is. */
  public String reason() {
    if (ruling != Verdict.UNRANKED || !pair.isValid()) {
      return pair.reason();
    }
    String worse = other(betterSoFar());
    return "the load generator limited %s, which may be better than it looks"
        .formatted(pair.lowerBounds().contains(worse) ? worse : betterSoFar());
  }

  /** The other one of the two. */
  public String other(String variant) {
    return variant.equals(a()) ? b() : a();
  }

  /** The ratio of one of the two to the other. */
  public double ratioOf(String variant) {
    return variant.equals(a()) ? ratio() : 1 / ratio();
  }

  /** An interval of A/B, seen from one of the two. */
  public Interval seenFrom(String variant, Interval of) {
    return variant.equals(a()) ? of : of.reciprocal();
  }
}
