package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.records.RunRecord;
import java.util.Set;

/**
 * A metric that is tested, declared before any measurement; all others are only described.
 *
 * @param metric that is measured
 * @param id short, for the names of files
 * @param label the name to print
 * @param verb of the better variant: "answers", "has a p99"
 * @param comparative of the better variant: "more", "less", "lower"
 * @param thing after the comparative: "requests", "CPU"; empty if the verb names it
 */
public record TestedMetric(
    RunMetric metric, String id, String label, String verb, String comparative, String thing) {

  private static final String MORE = "more";

  /** The comparatives of metrics of which more is better. */
  private static final Set<String> GREATER = Set.of(MORE, "higher");

  /** Correct responses per second in the window; more is better. */
  public static final TestedMetric THROUGHPUT =
      new TestedMetric(
          RunMetric.THROUGHPUT, "throughput", "throughput", "answers", MORE, "requests");

  /**
   * Time of a request from when it was scheduled, in an open model, in which all valid variants
   * respond to the same number of requests. Less is better.
   */
  public static final TestedMetric TIME =
      new TestedMetric(RunMetric.MEAN, "time", "mean latency", "has a mean latency", "lower", "");

  /**
   * The 99th percentile of the latency, in an open model from the scheduled times. Less is better.
   * It is judged from the rounds that there are: no round is measured for it.
   */
  public static final TestedMetric P99 =
      new TestedMetric(RunMetric.P99, "p99", "p99", "has a p99", "lower", "");

  /** The minimum of requests for a p99 that can be judged: ten requests lie beyond it. */
  public static final int ENOUGH_FOR_P99 = 1_000;

  /** CPU time of the service per request in the window; less is better. */
  public static final TestedMetric CPU_PER_REQUEST =
      new TestedMetric(RunMetric.CPU, "cpu", "CPU per request", "needs", "less", "CPU");

  /** Time from the command to the first correct response; less is better. */
  public static final TestedMetric START_UP =
      new TestedMetric(
          RunMetric.FIRST_RESPONSE,
          "startup",
          "time to the first correct response",
          "needs",
          "less",
          "start-up time");

  /** CPU time until the first correct response; less is better. */
  public static final TestedMetric START_UP_CPU =
      new TestedMetric(
          RunMetric.START_UP_CPU,
          "startup-cpu",
          "CPU of the start-up",
          "needs",
          "less",
          "start-up CPU");

  /** A ratio of 1.1 becomes 1.0999999999999999 on its way through a logarithm. */
  private static final double ROUNDING = 1e-9;

  /** Returns whether a load generator at its limit makes this figure worse than the service is. */
  public boolean isWorsenedByGenerator() {
    return this == THROUGHPUT || this == TIME || this == P99;
  }

  /** Returns whether an experiment continues until this metric is decided. */
  public boolean isDecisive() {
    return this != P99;
  }

  /** Returns the smallest step of the figure, in its unit: 1 ms of a percentile; 0 for no step. */
  public double step() {
    return this == P99 ? 1 : 0;
  }

  /**
   * Returns the compared figure of a run; NaN if it was not measured. A figure below the step
   * counts as one step, since the clock cannot resolve it.
   */
  public double figure(RunRecord run) {
    double value = metric.valueIn(run);
    return value < step() ? step() : value;
  }

  /** Returns whether the larger value is the better one. */
  public boolean isHigherBetter() {
    return GREATER.contains(comparative);
  }

  /** Returns whether the first of two variants is better, if the ratio first/second is not 1. */
  public boolean isFirstBetter(double ratio) {
    return isHigherBetter() == ratio > 1;
  }

  /**
   * Returns the advantage as a share of the worse variant: how much higher the throughput, or how
   * much lower the cost.
   *
   * @param betterToWorse the ratio of the better variant to the worse
   */
  public double advantage(double betterToWorse) {
    return isHigherBetter() ? betterToWorse - 1 : 1 - betterToWorse;
  }

  /** Returns the same in whole percent, rounded down. */
  public int percentBetter(double betterToWorse) {
    return (int) Math.floor(100 * advantage(betterToWorse) + ROUNDING);
  }
}
