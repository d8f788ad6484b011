package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.Set;

/**
 * Two variants compared by one metric. {@link Family} judges all pairs of a metric together; until
 * then a pair has figures without a verdict.
 *
 * @param logRatio of A to B; of no round if the pair is excluded
 * @param state whether rounds are still to be measured for it
 */
public record Pair(
    String a,
    String b,
    TestedMetric tested,
    LogRatio logRatio,
    Validity validity,
    State state,
    TestResult test) {

  /** The need of a pair for further rounds. */
  public enum State {
    /** "Better by at least", or "equivalent" within the smallest possible margin. */
    DECIDED,

    /** The remaining rounds are likely to show which is better, or that neither is. */
    OPEN,

    /**
     * Not decided, and no further round can help: a gate excludes it for good; or it is known which
     * is better, only not by how much; or the noise is too large for the remaining rounds.
     */
    CLOSED
  }

  /**
   * The verdict on a pair: the first that applies, in this order. "Better" is faster or cheaper,
   * depending on the metric; there is no verdict "equal". The margin is d, as a share.
   */
  public enum Ruling {
    /** A gate failed, or the load generator limited the worse one. */
    UNRANKED,
    /** A figure is missing, 0, or of too few requests. */
    NOT_COMPARABLE,
    /** Fewer rounds than {@link Family#MIN_ROUNDS}: figures without a verdict. */
    PREVIEW,
    /** The adjusted interval lies wholly beyond the margin. */
    BETTER_AT_LEAST,
    /**
     * Two one-sided tests, at 5 % divided by the number of pairs, both reject a difference of the
     * margin: the interval lies inside [1/(1+d), 1+d] (Schuirmann, <i>J. Pharmacokinet.
     * Biopharm.</i> 15:657, 1987).
     */
    EQUIVALENT,
    /** The adjusted interval excludes 1 but not all of the margin. */
    BETTER_SIZE_UNCLEAR,
    /** Neither a difference nor equivalence was confirmed. */
    NOT_TOLD_APART
  }

  /**
   * The reason for which the figures may be compared, or not.
   *
   * @param status VALID, or the status by the gate that excludes the pair: it is shown, never
   *     ranked. VALID, too, of a pair that has no figure to compare, without a fault of a run
   * @param reason the gate, with the number that failed it, or the figure that is missing; of a
   *     control the rounds that it lost; empty otherwise
   * @param lowerBounds the names of the variants that the load generator limited: they may be
   *     better than their figures, but not worse
   * @param resolution the smallest difference that the clock resolves, as a share of the smaller
   *     figure; 0 if the figure has no steps
   */
  public record Validity(
      Status status, String reason, Set<String> lowerBounds, double resolution) {}

  /**
   * The result of the pair's test in its family.
   *
   * @param margin d, as a share: a difference of less does not matter; NaN before the test
   * @param marginIsNoise whether the control's noise is the margin, because it exceeds 5 %
   * @param interval of A/B that the ruling is based on: at the level of the pair's step in Holm's
   *     procedure, of equivalence at the level of the two one-sided tests; {@link Estimate#NONE} if
   *     the pair was not tested; without an interval if it has one round
   * @param p of the t test after Holm; NaN if the pair was not tested
   * @param family the number of pairs that were tested together
   * @param moreRounds the number of further rounds like these that would show which is better, or
   *     that neither is; 0 if that is known, or {@link Family#MAX_ROUNDS} are too few
   */
  public record TestResult(
      Ruling ruling,
      double margin,
      boolean marginIsNoise,
      Estimate interval,
      double p,
      int family,
      int moreRounds) {

    /** Returns the result of a pair that was not tested. */
    static TestResult missing(Ruling ruling) {
      return new TestResult(ruling, Double.NaN, false, Estimate.NONE, Double.NaN, 0, 0);
    }
  }

  /** Returns a pair with this ratio; an excluded one, so far, if the ratio has no round. */
  public static Pair of(
      String a, String b, TestedMetric tested, LogRatio ratio, Set<String> lowerBounds) {
    return of(a, b, tested, ratio, 0, lowerBounds);
  }

  /** Returns a pair of figures with a resolution. */
  static Pair of(
      String a,
      String b,
      TestedMetric tested,
      LogRatio ratio,
      double resolution,
      Set<String> lowerBounds) {
    return ratio.rounds() > 0
        ? new Pair(
            a,
            b,
            tested,
            ratio,
            new Validity(Status.VALID, "", lowerBounds, resolution),
            State.OPEN,
            TestResult.missing(Ruling.PREVIEW))
        : excluded(a, b, tested, State.OPEN, Status.INVALID, "no round measured both");
  }

  /**
   * Returns a pair that cannot be compared.
   *
   * @param state OPEN if further rounds may make it valid, else CLOSED
   */
  public static Pair excluded(
      String a, String b, TestedMetric tested, State state, Status status, String reason) {
    return new Pair(
        a,
        b,
        tested,
        LogRatio.NONE,
        new Validity(status, reason, Set.of(), 0),
        state,
        TestResult.missing(Ruling.UNRANKED));
  }

  /** Returns the smallest difference that the clock resolves, as a share. */
  double resolution() {
    return validity.resolution;
  }

  /** Returns the number of rounds that are valid for both; 0 if a gate excludes the pair. */
  public int rounds() {
    return logRatio.rounds();
  }

  /** Returns A to B, the geometric mean of the rounds; NaN if a gate excludes the pair. */
  public double ratio() {
    return logRatio.ratio();
  }

  /**
   * Returns whether the steps of the figure are too coarse for a margin of 5 %: then the pair is
   * better by the margin, or not told apart.
   */
  public boolean isCoarse() {
    return resolution() > NoiseFloor.MIN_MARGIN;
  }

  /** Returns whether the pair is one of the comparisons that an experiment counts. */
  public boolean isCounted() {
    return tested.isDecisive()
        && !(ruling() == Ruling.NOT_COMPARABLE && validity.status() == Status.VALID);
  }

  /** Returns the same with another state. */
  Pair withState(State other) {
    return new Pair(a, b, tested, logRatio, validity, other, test);
  }

  /** Returns the noise of the pair, if it is one variant that was measured twice. */
  NoiseFloor noise() {
    return NoiseFloor.of(logRatio);
  }

  /** Returns the bound of that noise, as a share; NaN with too few rounds. */
  double noiseFloor() {
    return rounds() < Family.MIN_ROUNDS ? Double.NaN : noise().bound();
  }

  /** Returns the ratio of the larger of the two figures to the smaller. */
  double largerToSmaller() {
    return Math.max(ratio(), 1 / ratio());
  }

  /** Returns the verdict; PREVIEW or UNRANKED before the test. */
  public Ruling ruling() {
    return test.ruling;
  }

  /** Returns the interval of A/B that the verdict rests on. */
  public Estimate interval() {
    return test.interval;
  }

  /** Returns the verdict in a few words: {@code vertx-rest: at least 10 % more requests}. */
  public String verdict() {
    return PairSentences.verdict(this);
  }

  /** Returns the verdict in plain English, with names, numbers and interval: one sentence. */
  public String sentence() {
    return PairSentences.sentence(this);
  }

  /** Returns whether the rounds are too few for a verdict. */
  public boolean isPreview() {
    return ruling() == Ruling.PREVIEW;
  }

  /** Returns whether it has figures. */
  public boolean isMeasured() {
    return rounds() > 0;
  }

  /** Returns whether this pair joins the two variants, in either order. */
  public boolean joins(String first, String second) {
    return a.equals(first) && b.equals(second) || a.equals(second) && b.equals(first);
  }

  /** Returns the name of the variant that is confirmed to be better; empty if neither is. */
  public String better() {
    return ruling() == Ruling.BETTER_AT_LEAST || ruling() == Ruling.BETTER_SIZE_UNCLEAR
        ? betterSoFar()
        : "";
  }

  /** Returns the name of the variant that is better by the ratio, confirmed or not. */
  public String betterSoFar() {
    return tested.isFirstBetter(ratio()) ? a : b;
  }

  /**
   * Returns the advantage that is certain, in whole percent rounded down: how much higher its
   * throughput, how much lower its cost; 0 if that is unclear.
   */
  public int certainPercent() {
    return ruling() == Ruling.BETTER_AT_LEAST ? previewPercent() : 0;
  }

  /**
   * Returns the advantage so far at the near end of the interval, in whole percent rounded down. A
   * step of the clock is no advantage.
   */
  int previewPercent() {
    Estimate interval = intervalOf(betterSoFar()).widened(resolution());
    return tested.percentBetter(tested.isHigherBetter() ? interval.low() : interval.high());
  }

  /** Returns the other one of the two. */
  public String otherVariant(String variant) {
    return variant.equals(a) ? b : a;
  }

  /** Returns the ratio of one of the two to the other. */
  public double ratioOf(String variant) {
    return variant.equals(a) ? ratio() : 1 / ratio();
  }

  /**
   * Returns the interval that the verdict rests on, of the ratio of one of the two to the other.
   */
  public Estimate intervalOf(String variant) {
    return variant.equals(a) ? interval() : interval().reciprocal();
  }
}
