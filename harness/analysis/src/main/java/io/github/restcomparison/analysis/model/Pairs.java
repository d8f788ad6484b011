package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Pair;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.PairedLogRatio;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.Ratios;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.UnpairedLogRatio;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.Arrays;
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
          pairs.add(ofOneExperiment(variants.get(a), variants.get(b), metric, runs.rounds()));
        }
      }
      boolean isLast = runs.begun() >= runs.rounds();
      verdicts.addAll(new PairwiseTests(tested, controls.floor(tested), pairs, isLast).judge());
    }
    return verdicts;
  }

  /**
   * Compares two variants of one experiment, round by round.
   *
   * @param rounds that there can be
   */
  public static Pair ofOneExperiment(
      VariantSummary a, VariantSummary b, RunMetric metric, int rounds) {
    return of(new Side(a.name(), a), new Side(b.name(), b), metric, rounds, ratios(a, b, metric));
  }

  /**
   * A variant of some experiment.
   *
   * @param name in sentences
   */
  public record Side(String name, VariantSummary variant) {}

  /** Compares two variants of different experiments, as independent samples. */
  public static Pair ofTwoExperiments(Side a, Side b, RunMetric metric) {
    double[] ofA = positive(a, metric);
    double[] ofB = positive(b, metric);
    return of(
        a,
        b,
        metric,
        0,
        ofA.length == 0 || ofB.length == 0
            ? Optional.empty()
            : Optional.of(UnpairedLogRatio.of(ofA, ofB)));
  }

  private static double[] positive(Side side, RunMetric metric) {
    return Arrays.stream(metric.of(side.variant.ranked())).filter(value -> value > 0).toArray();
  }

  private static Pair of(
      Side a, Side b, RunMetric metric, int rounds, Optional<? extends Ratios> ratios) {
    for (Side side : List.of(a, b)) {
      VariantSummary one = side.variant;
      if (one.status() != Status.VALID) {
        return new Pair.Excluded(
            a.name,
            b.name,
            one.status() == Status.FAILED ? Pair.Status.FAILED : Pair.Status.INVALID,
            "%s: %s".formatted(side.name, one.reason()),
            !one.mayBeRankedAfter(rounds));
      }
    }
    Set<String> lowerBounds =
        Stream.of(a, b)
            .filter(side -> metric == RunMetrics.THROUGHPUT)
            .filter(side -> side.variant.isHeldBackByTheGenerator())
            .map(Side::name)
            .collect(Collectors.toSet());
    return ratios.isPresent()
        ? new Pair.Measured(a.name, b.name, ratios.get(), lowerBounds)
        : Pair.Excluded.inNoRound(a.name, b.name);
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
