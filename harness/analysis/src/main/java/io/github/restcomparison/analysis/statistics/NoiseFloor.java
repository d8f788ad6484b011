package io.github.restcomparison.analysis.statistics;

/**
 * What the A/A control, one variant entered twice, shows of one metric: how far apart the
 * experiment can put two things that are the same.
 *
 * @param bound the A/A bound as a share, 0 or more: the end of the 95 % interval that is farther
 *     from 1, as the ratio of the larger to the smaller, less 1. Thus it is the same whichever of
 *     the two is called A.
 * @param p of the control's sign-flip test, in 0..1
 */
public record NoiseFloor(double bound, double p) {

  /** The smallest margin, 5 %: less than this is called equivalent however quiet the machine is. */
  public static final double LEAST_MARGIN = 0.05;

  /** For an experiment without a control, or with one round of it. */
  public static final NoiseFloor NOT_MEASURED = new NoiseFloor(0, 1);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if {@code bound} is negative or {@code p} is not in 0..1
   */
  public NoiseFloor {
    if (!(bound >= 0 && p >= 0 && p <= 1)) {
      throw new IllegalArgumentException(
          "bound = " + bound + ", p = " + p + ": must be 0 or more, and in 0..1");
    }
  }

  /** The noise floor that a control shows; {@link #NOT_MEASURED} if it has one round only. */
  public static NoiseFloor of(PairedLogRatio control) {
    return control
        .interval(1 - PairwiseTests.ALPHA)
        .map(
            interval ->
                new NoiseFloor(Math.max(interval.high(), 1 / interval.low()) - 1, control.p()))
        .orElse(NOT_MEASURED);
  }

  /** The margin d = max(5 %, A/A bound), as a share. */
  public double margin() {
    return Math.max(LEAST_MARGIN, bound);
  }

  /**
   * Whether the control "differs" from itself (p &lt; 0.05): then nothing is ranked. A sound
   * experiment has this bad luck once in twenty.
   */
  public boolean forbidsRanking() {
    return p < PairwiseTests.ALPHA;
  }
}
