package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.statistics.Interval;

/**
 * The metrics that are tested, declared before anything is measured; all others are only described.
 */
public enum TestedMetric {
  /** Requests answered per second in the window; more is better. */
  THROUGHPUT(RunMetrics.THROUGHPUT, "throughput", "", "faster", "as fast", true),

  /** CPU time of the service per request in the window; less is better. */
  CPU_PER_REQUEST(RunMetrics.CPU, "server CPU per request", "CPU", "cheaper", "as cheap", false),

  /** Time from the command to the first right response; less is better. */
  START_UP(
      RunMetrics.FIRST_ANSWER,
      "time to the first right answer",
      "start-up time",
      "faster to start",
      "as fast to start",
      false),

  /** CPU time until the first right response; less is better. */
  START_UP_CPU(
      RunMetrics.START_UP_CPU,
      "CPU of the start-up",
      "start-up CPU",
      "cheaper to start",
      "as cheap to start",
      false);

  /** A ratio of 1.1 becomes 1.0999999999999999 on its way through a logarithm. */
  private static final double ROUNDING = 1e-9;

  private final RunMetric metric;
  private final String label;
  private final String cost;
  private final String better;
  private final String alike;
  private final boolean moreIsBetter;

  TestedMetric(
      RunMetric metric,
      String label,
      String cost,
      String better,
      String alike,
      boolean moreIsBetter) {
    this.metric = metric;
    this.label = label;
    this.cost = cost;
    this.better = better;
    this.alike = alike;
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

  /** What a variant needs less of, in a few words: "CPU"; empty if more is better. */
  public String cost() {
    return cost;
  }

  /** What two variants are that do not differ: "as fast", "as cheap". */
  public String alike() {
    return alike;
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
