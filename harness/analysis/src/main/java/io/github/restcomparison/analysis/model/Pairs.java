package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Pair;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.PairedLogRatio;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every two of the variants, by each of the metrics that are tested. */
public final class Pairs {

  private Pairs() {}

  /**
   * All pairs, first by throughput, then by the CPU of the service.
   *
   * @param variants in the order to print
   * @param controls give the margins and the least noise
   */
  static List<PairVerdict> of(List<VariantSummary> variants, Controls controls, RecordedRuns runs) {
    List<PairVerdict> verdicts = new ArrayList<>();
    for (TestedMetric tested : TestedMetric.values()) {
      RunMetric metric = RunMetrics.of(tested);
      List<Pair> pairs = new ArrayList<>();
      for (int a = 0; a < variants.size(); a++) {
        for (int b = a + 1; b < variants.size(); b++) {
          pairs.add(pair(variants.get(a), variants.get(b), metric, runs));
        }
      }
      boolean isLast = runs.begun() >= runs.rounds();
      verdicts.addAll(new PairwiseTests(tested, controls.floor(tested), pairs, isLast).judge());
    }
    return verdicts;
  }

  private static Pair pair(
      VariantSummary a, VariantSummary b, RunMetric metric, RecordedRuns runs) {
    for (VariantSummary one : List.of(a, b)) {
      if (one.status() != Status.VALID) {
        Pair.Status status =
            one.status() == Status.FAILED ? Pair.Status.FAILED : Pair.Status.INVALID;
        return new Pair.Excluded(
            a.name(),
            b.name(),
            status,
            "%s: %s".formatted(one.name(), one.reason()),
            !one.mayBeRankedAfter(runs.rounds()));
      }
    }
    return ranked(a, b, metric);
  }

  /** Two variants of one experiment that have figures, compared round by round. */
  public static Pair ranked(VariantSummary a, VariantSummary b, RunMetric metric) {
    return ratios(a, b, metric)
        .<Pair>map(
            ratios -> new Pair.Measured(a.name(), b.name(), ratios, lowerBounds(a, b, metric)))
        .orElseGet(() -> Pair.Excluded.inNoRound(a.name(), b.name()));
  }

  private static Set<String> lowerBounds(VariantSummary a, VariantSummary b, RunMetric metric) {
    return metric == RunMetrics.THROUGHPUT
        ? Stream.of(a, b)
            .filter(VariantSummary::isHeldBackByTheGenerator)
            .map(VariantSummary::name)
            .collect(Collectors.toSet())
        : Set.of();
  }

  /** A to B in the rounds that are valid for both; empty where there is none. */
  static Optional<PairedLogRatio> ratios(VariantSummary a, VariantSummary b, RunMetric metric) {
    return PairedLogRatio.of(byRound(a, metric), byRound(b, metric));
  }

  /** A ratio to nothing is none: a round in which either has 0 is left out of the pair. */
  private static Map<Integer, Double> byRound(VariantSummary variant, RunMetric metric) {
    Map<Integer, Double> values = new TreeMap<>();
    for (RecordedRun run : variant.ranked()) {
      double value = metric.of(run.record());
      if (value > 0) {
        values.put(run.record().round(), value);
      }
    }
    return values;
  }
}
