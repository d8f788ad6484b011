package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.statistics.Estimate;

/**
 * A metric that is tested, declared before anything is measured; all others are only described.
 *
 * @param metric what it is measured by
 * @param id short, for the names of files
 * @param label the name to print
 * @param cost what a variant needs less of, in a few words: "CPU"; empty if more is better
 * @param better the comparative of the variant that does better: "faster", "cheaper"
 * @param alike what two variants are that do not differ: "as fast", "as cheap"
 */
public record TestedMetric(
    RunMetric metric, String id, String label, String cost, String better, String alike) {

  /** Requests answered per second in the window; more is better. */
  public static final TestedMetric THROUGHPUT =
      new TestedMetric(RunMetric.THROUGHPUT, "throughput", "throughput", "", "faster", "as fast");

  /**
   * Time of a request from when it was due, in an open model: there, all that are valid answer as
   * many requests. Less is better.
   */
  public static final TestedMetric TIME =
      new TestedMetric(RunMetric.MEAN, "time", "mean latency", "time", "faster", "as fast");

  /** CPU time of the service per request in the window; less is better. */
  public static final TestedMetric CPU_PER_REQUEST =
      new TestedMetric(
          RunMetric.CPU, "cpu", "server CPU per request", "CPU", "cheaper", "as cheap");

  /** Time from the command to the first correct response; less is better. */
  public static final TestedMetric START_UP =
      new TestedMetric(
          RunMetric.FIRST_ANSWER,
          "startup",
          "time to the first correct response",
          "start-up time",
          "faster to start",
          "as fast to start");

  /** CPU time until the first correct response; less is better. */
  public static final TestedMetric START_UP_CPU =
      new TestedMetric(
          RunMetric.START_UP_CPU,
          "startup-cpu",
          "CPU of the start-up",
          "start-up CPU",
          "cheaper to start",
          "as cheap to start");

  /** A ratio of 1.1 becomes 1.0999999999999999 on its way through a logarithm. */
  private static final double ROUNDING = 1e-9;

  /** Returns whether a load generator at its limit makes this figure worse than the service is. */
  public boolean isOfGenerator() {
    return this == THROUGHPUT || this == TIME;
  }

  /** Whether the greater value is the better one. */
  public boolean moreIsBetter() {
    return cost.isEmpty();
  }

  /** Whether the first of two variants does better, given that the ratio first/second is not 1. */
  public boolean firstIsBetter(double ratio) {
    return moreIsBetter() == ratio > 1;
  }

  /**
   * Returns the advantage that is certain, in whole percent rounded down: a throughput at least L %
   * higher than the other's, or a cost at least L % lower than the other's.
   *
   * @param betterToWorse the ratio, with its interval, of the better variant to the worse
   */
  public int leastPercentBetter(Estimate betterToWorse) {
    double share = moreIsBetter() ? betterToWorse.low() - 1 : 1 - betterToWorse.high();
    return (int) Math.floor(100 * share + ROUNDING);
  }
}
