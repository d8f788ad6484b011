package io.github.restcomparison.analysis.statistics;

/**
 * The noise of one metric according to the A/A control, one variant measured twice: the difference
 * that the experiment measures between two identical things. It sets the margin and a minimum
 * standard deviation; it excludes no variant.
 *
 * @param bound the A/A bound as a share, 0 or more: the end of the 95 % interval that is farther
 *     from 1, as the ratio of the larger to the smaller, minus 1. Thus it does not depend on which
 *     of the two is called A.
 * @param deviation the standard deviation of the control's log ratios, 0 or more
 * @param rounds of the control; 0 if it was not measured, else 2 or more
 */
public record NoiseFloor(double bound, double deviation, int rounds) {

  /** The minimum margin, 5 %: a smaller difference is equivalent, however low the noise is. */
  public static final double MIN_MARGIN = 0.05;

  /** A wider margin does not make two variants alike: they are not told apart. */
  public static final double WIDEST_MARGIN = 0.25;

  /** The confidence of the interval whose farther end is the bound. */
  public static final double CONFIDENCE = 0.95;

  /** The floor of an experiment without a control, or with one round of it. */
  public static final NoiseFloor NOT_MEASURED = new NoiseFloor(0, 0, 0);

  /**
   * Returns the noise floor of a control; {@link #NOT_MEASURED} if it has one round only.
   *
   * @param control the first entry to the second, paired, without a floor
   */
  public static NoiseFloor of(LogRatio control) {
    Estimate interval = control.interval(CONFIDENCE);
    return interval.hasInterval()
        ? new NoiseFloor(
            Math.max(interval.high(), 1 / interval.low()) - 1,
            control.standardError() * Math.sqrt(control.rounds()),
            control.rounds())
        : NOT_MEASURED;
  }

  /**
   * Returns the margin that more rounds of the same noise should have; NaN if it is above {@link
   * #MIN_MARGIN}: within the wide margin of a noisy control, equivalence has little meaning. The
   * control's mean is 0 except for noise, so it shrinks with the root of the rounds.
   *
   * @param more rounds in all, 2 or more
   */
  public double marginAfter(int more) {
    if (rounds == 0) {
      return margin();
    }
    double mean = Math.log1p(bound) - LogRatio.halfWidth(CONFIDENCE, deviation, rounds);
    double later = mean * Math.sqrt((double) rounds / more);
    double reach = LogRatio.halfWidth(CONFIDENCE, deviation, more);
    return later + reach > Math.log1p(MIN_MARGIN) ? Double.NaN : MIN_MARGIN;
  }

  /** Returns the same with the low end of the one-sided 80 % interval of its deviation. */
  public NoiseFloor withLowNoise() {
    if (rounds == 0) {
      return this;
    }
    double share = LogRatio.lowNoiseShare(rounds - 1.0);
    return new NoiseFloor(Math.expm1(share * Math.log1p(bound)), share * deviation, rounds);
  }

  /** Returns the larger noise of two, for a comparison of two experiments. */
  public NoiseFloor larger(NoiseFloor other) {
    NoiseFloor noisier = deviation >= other.deviation ? this : other;
    return new NoiseFloor(Math.max(bound, other.bound), noisier.deviation, noisier.rounds);
  }

  /** Returns the margin d = max(5 %, A/A bound), as a share. */
  public double margin() {
    return Math.max(MIN_MARGIN, bound);
  }
}
