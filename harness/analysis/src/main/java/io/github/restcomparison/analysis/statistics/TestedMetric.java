package io.github.restcomparison.analysis.statistics;

import java.util.Locale;

/**
 * The metrics that are tested, declared before anything is measured; all others are only described.
 */
public enum TestedMetric {
  /** Requests answered per second in the window; more is better. */
  THROUGHPUT("throughput", "throughput", "faster", true),

  /** CPU time of the service per request in the window; less is better. */
  CPU_PER_REQUEST("cpuMicrosPerRequest", "server CPU per request", "cheaper", false);

  /** A ratio of 1.1 becomes 1.0999999999999999 on its way through a logarithm. */
  private static final double ROUNDING = 1e-9;

  private final String field;
  private final String label;
  private final String better;
  private final boolean moreIsBetter;

  TestedMetric(String field, String label, String better, boolean moreIsBetter) {
    this.field = field;
    this.label = label;
    this.better = better;
    this.moreIsBetter = moreIsBetter;
  }

  /** Its name in the files. */
  public String field() {
    return field;
  }

  /** The name to print. */
  public String label() {
    return label;
  }

  /**
   * An advantage that is certain, as people say it: {@code at least 10 % faster}, {@code at least
   * 4.7 times as fast}.
   *
   * @param percent how much better
   */
  public String atLeast(int percent) {
    return isTimes(percent)
        ? String.format(Locale.ROOT, "at least %.1f times as fast", (100 + percent) / 10 / 10.0)
        : "at least %d %% %s".formatted(percent, better);
  }

  /** The same with whom it is over: a name, or {@code the next}. */
  public String atLeast(int percent, String other) {
    return atLeast(percent) + (isTimes(percent) ? " as " : " than ") + other;
  }

  /** A cost is never lower by more than 100 %. */
  private boolean isTimes(int percent) {
    return moreIsBetter && percent >= 100;
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
  boolean firstIsBetter(double ratio) {
    return moreIsBetter == ratio > 1;
  }

  /**
   * The advantage that is certain, in whole percent rounded down: a throughput at least L % higher
   * than the other's, or a cost at least L % lower than the other's.
   *
   * @param betterToWorse the interval of the ratio of the better variant to the worse
   */
  int leastPercentBetter(Interval betterToWorse) {
    double share = moreIsBetter ? betterToWorse.low() - 1 : 1 - betterToWorse.high();
    return (int) Math.floor(100 * share + ROUNDING);
  }
}
