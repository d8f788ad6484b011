package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Two variants to be compared by one metric. */
public sealed interface Pair {

  /** The name of variant A. */
  String a();

  /** The name of variant B. */
  String b();

  /**
   * A pair that passed the gates.
   *
   * @param ratio A to B, of one round or more
   * @param lowerBounds the names of those, if any, whose value the load generator held back: they
   *     may be better than they look, but not worse
   */
  record Measured(String a, String b, LogRatio ratio, Set<String> lowerBounds) implements Pair {}

  /**
   * A pair that a gate kept out: shown, never ranked.
   *
   * @param why which gate, and the number that failed it
   * @param closed whether further rounds cannot bring it in
   */
  record Excluded(String a, String b, Verdict.Unranked why, boolean closed) implements Pair {}

  /** A pair that cannot be compared, and why. */
  static Pair excluded(String a, String b, String reason) {
    return new Excluded(a, b, new Verdict.Unranked(Status.INVALID, reason), true);
  }

  /**
   * A variant of some experiment.
   *
   * @param name in sentences
   */
  record Side(String name, Variant variant) {}

  /**
   * Compares two variants of one experiment, round by round.
   *
   * @param rounds that there can be
   */
  static Pair ofOneExperiment(
      Variant a, Variant b, RunMetric metric, NoiseFloor floor, int rounds) {
    LogRatio ratio = ratio(a, b, metric, floor);
    return of(new Side(a.name(), a), new Side(b.name(), b), metric, ratio, rounds);
  }

  /** Compares two variants of different experiments, as independent samples. */
  static Pair ofTwoExperiments(Side a, Side b, RunMetric metric, NoiseFloor floor) {
    double[] ofA = metric.of(a.variant.ranked());
    double[] ofB = metric.of(b.variant.ranked());
    return of(a, b, metric, LogRatio.independent(ofA, ofB, floor), 0);
  }

  private static Pair of(Side a, Side b, RunMetric metric, LogRatio ratio, int rounds) {
    for (Side side : List.of(a, b)) {
      Variant one = side.variant;
      if (one.status() != Status.VALID) {
        Status status = one.status() == Status.FAILED ? Status.FAILED : Status.INVALID;
        String reason = side.name + ": " + one.reason();
        boolean closed = !one.mayBeRankedAfter(rounds);
        return new Excluded(a.name, b.name, new Verdict.Unranked(status, reason), closed);
      }
    }
    return of(
        a.name,
        b.name,
        ratio,
        Stream.of(a, b)
            .filter(side -> metric == RunMetrics.THROUGHPUT)
            .filter(side -> side.variant.isHeldBackByTheGenerator())
            .map(Side::name)
            .collect(Collectors.toSet()));
  }

  /** A pair with this ratio; so far excluded if that has no round. */
  static Pair of(String a, String b, LogRatio ratio, Set<String> lowerBounds) {
    return ratio.rounds() > 0
        ? new Measured(a, b, ratio, lowerBounds)
        : new Excluded(
            a,
            b,
            new Verdict.Unranked(Status.INVALID, "it was measured of both in no round"),
            false);
  }

  /** A to B in the rounds that are valid for both. */
  static LogRatio ratio(Variant a, Variant b, RunMetric metric, NoiseFloor floor) {
    return LogRatio.paired(byRound(a, metric), byRound(b, metric), floor);
  }

  private static Map<Integer, Double> byRound(Variant variant, RunMetric metric) {
    Map<Integer, Double> values = new TreeMap<>();
    for (RecordedRun run : variant.ranked()) {
      double value = metric.of(run.record());
      if (!Double.isNaN(value)) {
        values.put(run.record().round(), value);
      }
    }
    return values;
  }
}
