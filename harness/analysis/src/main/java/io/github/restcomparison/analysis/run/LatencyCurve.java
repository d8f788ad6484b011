package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.run.ChartData.Spread;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunSamples;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The exact percentiles of each run, and what the rounds make of each: a median and a range. Runs
 * are never pooled.
 */
final class LatencyCurve {
  /** In percent; the last one is the slowest of ten thousand. */
  static final List<Double> PERCENTILES =
      List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99);

  /** 100 − 99.9 is 0.0999…: a run of exactly 1,000 requests has a p99.9. */
  private static final double ROUNDING = 1e-6;

  private LatencyCurve() {}

  /** As many as there are percentiles that every run has requests for; none without samples. */
  static List<Spread> of(List<RecordedRun> runs) {
    List<Latencies> rounds =
        runs.stream()
            .map(RecordedRun::samples)
            .flatMap(Optional::stream)
            .map(RunSamples::seenByCallers)
            .filter(counts -> !counts.isEmpty())
            .map(Latencies::of)
            .toList();
    long fewest = rounds.stream().mapToLong(Latencies::total).min().orElse(0);
    return percentiles(fewest).stream().map(percent -> spread(rounds, percent)).toList();
  }

  /** Those beyond which a run of so many requests has at least one. */
  static List<Double> percentiles(long requests) {
    return PERCENTILES.stream()
        .filter(percent -> requests * (100 - percent) >= 100 - ROUNDING)
        .toList();
  }

  private static Spread spread(List<Latencies> rounds, double percent) {
    double[] sorted = rounds.stream().mapToDouble(round -> round.percentile(percent)).toArray();
    Arrays.sort(sorted);
    return new Spread(
        RunMetric.figure(sorted).orElseThrow().median(), sorted[0], sorted[sorted.length - 1]);
  }
}
