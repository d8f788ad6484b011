package io.github.restcomparison.analysis.statistics;

import java.util.Optional;

/**
 * The figures a verdict rests on.
 *
 * @param rounds the number of rounds, R
 * @param pairs the size of the family the pair was tested in
 * @param ratio A/B, the geometric mean over the rounds
 * @param interval of A/B, at the confidence of the pair's {@linkplain HolmStep Holm step}; none
 *     with one round
 * @param p of the t test alone, in 0..1
 * @param adjustedP the same after Holm
 * @param sameInEveryRound whether every round gave the same ratio
 */
public record TestResult(
    int rounds,
    int pairs,
    double ratio,
    Optional<Interval> interval,
    double p,
    double adjustedP,
    boolean sameInEveryRound) {

  static TestResult of(Ratios ratios, Estimate estimate, HolmStep step, int pairs) {
    return new TestResult(
        ratios.rounds(),
        pairs,
        estimate.ratio(),
        estimate.interval(step.confidence()),
        step.p(),
        step.adjustedP(),
        ratios.sameInEveryRound());
  }
}
