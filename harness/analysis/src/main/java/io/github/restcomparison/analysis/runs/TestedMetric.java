package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.statistics.Interval;

/**
 * The metrics that are tested, declared before anything is measured; all others are only described.
 */
public enum TestedMetric {
  /** Requests answered per second in the window; more is better. */
  THROUGHPUT(RunMetrics.THROUGHPUT, "throughput", "faster", true),

  /** CPU time of the service per request in the window; less is better. */
  CPU_PER_REQUEST(RunMetrics.CPU, "server CPU per request", "cheaper", false);

  /** A ratio of 1.1 becomes 1.0999999999999999 on its way through a logarithm. */
  private static final double ROUNDING = 1e-9;

  private final RunMetric metric;
  private final String label;
  private final String better;
  private final boolean moreIsBetter;

  TestedMetric(RunMetric metric, String label, String better, boolean moreIsBetter) {
    this.metric = metric;
    this.label = label;
    this.better = better;
    this.moreIsBetter = moreIsBetter;
  }

  /** What it is measured by. */
  public RunMetric metric() {
    return metric;
  }

  /** The name to print. */
  public String label() {
    return label;
  }

  /** The comparative of the variant that does better: "faster", "cheaper". */
  public String better() {
    return better;
  }

  /** Whether the greater value is the better one. */
  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  /** Whether the first of two variants does better, given that the ratio first/second is not 1. */
  public boolean firstIsBetter(double ratio) {
    return moreIsBetter == ratio > 1;
  }

  /**
   * Returns the advantage that is certain, in whole percent rounded down: a throughput at least L %
   * higher than the other's, or a cost at least L % lower than the other's.
   *
   * @param betterToWorse the interval of the ratio of the better variant to the worse
   */
  public int leastPercentBetter(Interval betterToWorse) {
    double share = moreIsBetter ? betterToWorse.low() - 1 : 1 - betterToWorse.high();
    return (int) Math.floor(100 * share + ROUNDING);
  }
}
