package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.records.RunRecord;

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

  /**
   * The 99th percentile of the latency, in an open model from when a request was due. Less is
   * better. It is judged from the rounds that there are: no round is measured for it.
   */
  public static final TestedMetric P99 =
      new TestedMetric(RunMetric.P99, "p99", "p99", "p99", "better by p99", "as good by p99");

  /** Fewer requests than this have no p99 that can be judged: ten requests lie beyond it. */
  public static final int ENOUGH_FOR_P99 = 1_000;

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
    return this == THROUGHPUT || this == TIME || this == P99;
  }

  /** Returns whether an experiment goes on until this metric is decided. */
  public boolean decides() {
    return this != P99;
  }

  /** Returns the smallest step of the figure, in its unit: 1 ms of a percentile; 0 for no step. */
  public double step() {
    return this == P99 ? 1 : 0;
  }

  /**
   * Returns the figure of a run that is compared; NaN if it was not measured. A figure below the
   * step counts as one step, since the clock does not show how much smaller it is.
   */
  public double of(RunRecord run) {
    double value = metric.of(run);
    return value < step() ? step() : value;
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
