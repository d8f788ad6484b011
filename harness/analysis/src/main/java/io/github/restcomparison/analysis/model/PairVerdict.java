package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.TestedMetric;

/**
 * Two variants compared by one metric.
 *
 * @param pair the two, and their ratio
 * @param tested the metric
 * @param family the number of pairs that were tested together
 * @param adjusted the interval of A/B at the level of the pair's step in Holm's procedure; {@link
 *     Interval#NONE} if it was not tested, or has one round
 * @param adjustedP of the t test after Holm; NaN if it was not tested
 * @param ruling what may be said
 * @param decided whether it is "better by at least" or "equivalent" and needs no more rounds
 * @param closed whether more rounds cannot decide it: a variant failed, or lost more rounds than
 *     any experiment of this plan forgives, or the generator held back the worse one
 */
public record PairVerdict(
    Pair pair,
    TestedMetric tested,
    int family,
    Interval adjusted,
    double adjustedP,
    Verdict ruling,
    boolean decided,
    boolean closed) {

  private static final LogRatio NONE = new LogRatio(0, Double.NaN, Double.NaN, Double.NaN, false);

  /** The name of variant A. */
  public String a() {
    return pair.a();
  }

  /** The name of variant B. */
  public String b() {
    return pair.b();
  }

  /** The number of rounds that are valid for both; 0 if a gate kept the pair out. */
  public int rounds() {
    return logRatio().rounds();
  }

  /** A to B, the geometric mean of the rounds; NaN if a gate kept the pair out. */
  public double ratio() {
    return logRatio().ratio();
  }

  /** The verdict in a few words: {@code vertx-rest at least 10 % faster}. */
  public String verdict() {
    return Words.verdict(this);
  }

  /** The verdict in plain English, with names, numbers and interval: one sentence. */
  public String sentence() {
    return Words.sentence(this);
  }

  /** A to B, not rounded; of no round if a gate kept the pair out. */
  LogRatio logRatio() {
    return pair instanceof Pair.Measured measured ? measured.ratio() : NONE;
  }

  /** The interval that the verdict rests on: of equivalence that of the two one-sided tests. */
  public Interval interval() {
    return ruling instanceof Verdict.EquivalentWithin equivalent ? equivalent.interval() : adjusted;
  }

  /** Whether the rounds are too few for a verdict. */
  public boolean isPreview() {
    return ruling instanceof Verdict.Indicative;
  }

  /** Whether it has figures. */
  public boolean isMeasured() {
    return pair instanceof Pair.Measured;
  }

  /** Whether more rounds might still decide it: neither decided nor {@linkplain #closed closed}. */
  public boolean isUndecided() {
    return !decided && !closed;
  }

  /** Whether it is of these two, in either order. */
  public boolean isOf(String one, String another) {
    return a().equals(one) && b().equals(another) || a().equals(another) && b().equals(one);
  }

  /** Whether this variant is shown to be better than the other one. */
  public boolean isBetter(String variant) {
    return ruling.better().equals(variant);
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
  public Interval seenFrom(String variant, Interval interval) {
    return variant.equals(a()) ? interval : interval.reciprocal();
  }
}
