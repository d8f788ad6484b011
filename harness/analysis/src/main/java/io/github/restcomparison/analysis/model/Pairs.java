package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.Judgement;
import io.github.restcomparison.analysis.statistics.Pair;
import io.github.restcomparison.analysis.statistics.PairedLogRatio;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.TestResult;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.Verdict;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every two of the variants, by each of the metrics that are tested. */
final class Pairs {

  private Pairs() {}

  /**
   * All pairs, first by throughput, then by the CPU of the service.
   *
   * @param variants in the order to print
   * @param controls give the margins, and may forbid all ranking
   */
  static List<Comparison.PairVerdict> of(List<VariantSummary> variants, Controls controls) {
    List<Comparison.PairVerdict> verdicts = new ArrayList<>();
    for (TestedMetric tested : TestedMetric.values()) {
      RunMetric metric = RunMetrics.of(tested);
      List<Pair> pairs = new ArrayList<>();
      for (int a = 0; a < variants.size(); a++) {
        for (int b = a + 1; b < variants.size(); b++) {
          pairs.add(pair(variants.get(a), variants.get(b), metric));
        }
      }
      new PairwiseTests(tested, controls.floor(tested), pairs)
          .judge().stream().map(judgement -> verdict(judgement, metric)).forEach(verdicts::add);
    }
    return verdicts;
  }

  private static Pair pair(VariantSummary a, VariantSummary b, RunMetric metric) {
    for (VariantSummary one : List.of(a, b)) {
      if (one.status() != Status.VALID) {
        Pair.Status status =
            one.status() == Status.FAILED ? Pair.Status.FAILED : Pair.Status.INVALID;
        return new Pair.Excluded(
            a.name(), b.name(), status, "%s: %s".formatted(one.name(), one.reason()));
      }
    }
    return ratios(a, b, metric)
        .<Pair>map(
            ratios -> new Pair.Measured(a.name(), b.name(), ratios, lowerBounds(a, b, metric)))
        .orElseGet(
            () ->
                new Pair.Excluded(
                    a.name(),
                    b.name(),
                    Pair.Status.INVALID,
                    "it was measured of both in no round"));
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
    Map<Integer, Double> ofA = byRound(a, metric);
    Map<Integer, Double> ofB = byRound(b, metric);
    ofA.keySet().retainAll(ofB.keySet());
    ofB.keySet().retainAll(ofA.keySet());
    return ofA.isEmpty()
        ? Optional.empty()
        : Optional.of(PairedLogRatio.of(values(ofA), values(ofB)));
  }

  /** A ratio to nothing is none: a round in which either has 0 is left out of the pair. */
  private static Map<Integer, Double> byRound(VariantSummary variant, RunMetric metric) {
    Map<Integer, Double> values = new TreeMap<>();
    for (RecordedRun run : variant.ranked()) {
      metric
          .of(run.record())
          .ifPresent(
              value -> {
                if (value > 0) {
                  values.put(run.record().round(), value);
                }
              });
    }
    return values;
  }

  private static double[] values(Map<Integer, Double> byRound) {
    return byRound.values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Comparison.PairVerdict verdict(Judgement judgement, RunMetric metric) {
    Optional<TestResult> evidence = judgement.evidence();
    Optional<Interval> interval =
        judgement.verdict() instanceof Verdict.EquivalentWithin(double margin, Interval ninety)
            ? Optional.of(ninety)
            : evidence.flatMap(TestResult::interval);
    boolean tested = !(judgement.verdict() instanceof Verdict.Indicative);
    return new Comparison.PairVerdict(
        judgement.a(),
        judgement.b(),
        metric.name(),
        evidence.map(e -> OptionalInt.of(e.rounds())).orElse(OptionalInt.empty()),
        number(evidence, TestResult::ratio),
        number(interval, Interval::low),
        number(interval, Interval::high),
        number(interval, Interval::confidence),
        number(evidence.filter(e -> tested), TestResult::adjustedP),
        words(judgement),
        judgement.sentence());
  }

  private static <T> OptionalDouble number(Optional<T> from, ToDoubleFunction<T> value) {
    return from.map(each -> OptionalDouble.of(Numbers.roundSignificant(value.applyAsDouble(each))))
        .orElse(OptionalDouble.empty());
  }

  private static String words(Judgement judgement) {
    String comparative = judgement.metric().better();
    return switch (judgement.verdict()) {
      case Verdict.Unranked(Pair.Status status, String reason) -> status.name();
      case Verdict.Indicative(int rounds, int needed) ->
          "indicative: " + (rounds == 1 ? "one round" : rounds + " rounds");
      case Verdict.BetterAtLeast(String better, int percent) ->
          "%s %s by at least %d %%".formatted(better, comparative, percent);
      case Verdict.BetterSizeUnclear(String better, double margin, boolean within) ->
          "%s %s, size unclear".formatted(better, comparative);
      case Verdict.EquivalentWithin(double margin, Interval interval) ->
          "equivalent within %s %%".formatted(Numbers.of(100 * margin));
      case Verdict.NoDifferenceShown shown -> "no difference shown";
    };
  }
}
