package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Whether a service slows down from round to round: a database grows, for example. The logarithm of
 * its throughput, in an open model of its mean latency, is fitted to the number of the round by
 * least squares; Student's interval of the slope tells how sure it is.
 */
final class Drift {
  /** With fewer, a line fits anything. */
  private static final int FEWEST_ROUNDS = 5;

  /** Figures that are the same in every round have a slope of rounding errors. */
  private static final double ROUNDING = 1e-9;

  /** Of all variants together: each has its share of the rest, as Bonferroni says. */
  private static final double CONFIDENCE = 0.95;

  private Drift() {}

  /** Returns a sentence for each variant whose interval has nothing but a slowdown in it. */
  static List<String> notes(RecordedRuns runs, List<Variant> variants) {
    boolean isOpen = runs.model().equals("open");
    RunMetric metric = isOpen ? RunMetrics.MEAN : RunMetrics.THROUGHPUT;
    String change = isOpen ? "mean latency rises" : "throughput falls";
    List<Variant> judged =
        variants.stream().filter(each -> each.ranked().size() >= FEWEST_ROUNDS).toList();
    double confidence = 1 - (1 - CONFIDENCE) / Math.max(1, judged.size());
    return judged.stream()
        .flatMap(each -> note(each, metric, change, isOpen ? 1 : -1, confidence).stream())
        .toList();
  }

  private static Optional<String> note(
      Variant variant, RunMetric metric, String change, int sign, double confidence) {
    List<RecordedRun> runs = variant.ranked();
    double[] rounds = runs.stream().mapToDouble(run -> run.record().round()).toArray();
    double[] logs =
        runs.stream().mapToDouble(run -> sign * Math.log(metric.of(run.record()))).toArray();
    Interval slope = slope(rounds, logs, confidence);
    return slope.low() > ROUNDING
        ? Optional.of(
            "%s slows down: its %s by %s %% a round (%s %% interval %s to %s %%, %s)"
                .formatted(
                    variant.name(),
                    change,
                    percent((slope.low() + slope.high()) / 2, sign),
                    Words.confidence(slope),
                    percent(slope.low(), sign),
                    percent(slope.high(), sign),
                    Numbers.count(runs.size(), "round")))
        : Optional.empty();
  }

  /** By how much a figure changes, whose logarithm changes by so much. */
  private static String percent(double slope, int sign) {
    return Numbers.of(100 * sign * Math.expm1(sign * slope));
  }

  /**
   * Returns Student's interval of the slope of a line, around that of least squares; all of it NaN
   * if a value is.
   *
   * @param x three values or more, not all the same
   */
  static Interval slope(double[] x, double[] y, double confidence) {
    int n = x.length;
    double meanX = Arrays.stream(x).average().orElseThrow();
    double meanY = Arrays.stream(y).average().orElseThrow();
    double sumXx = 0;
    double sumXy = 0;
    for (int i = 0; i < n; i++) {
      sumXx += (x[i] - meanX) * (x[i] - meanX);
      sumXy += (x[i] - meanX) * (y[i] - meanY);
    }
    double slope = sumXy / sumXx;
    double residuals = 0;
    for (int i = 0; i < n; i++) {
      double residual = y[i] - meanY - slope * (x[i] - meanX);
      residuals += residual * residual;
    }
    double error = Math.sqrt(residuals / (n - 2) / sumXx);
    double reach =
        error * TDistribution.of(n - 2.0).inverseSurvivalProbability((1 - confidence) / 2);
    return new Interval(slope - reach, slope + reach, confidence);
  }
}
