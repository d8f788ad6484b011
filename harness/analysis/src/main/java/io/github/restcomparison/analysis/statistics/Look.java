package io.github.restcomparison.analysis.statistics;

/**
 * What was known of a pair when the experiment was looked at.
 *
 * @param round of the experiment, from 1, after which it was looked at
 * @param low lower end of the interval of the ratio A/B, at the confidence of the pair's
 *     {@linkplain HolmStep Holm step} at this look
 * @param high its upper end
 * @param confidence of the interval, as a share
 */
public record Look(int round, double low, double high, double confidence) {

  static Look of(int round, Interval interval) {
    return new Look(
        round,
        Numbers.roundSignificant(interval.low()),
        Numbers.roundSignificant(interval.high()),
        Numbers.roundSignificant(interval.confidence()));
  }
}
