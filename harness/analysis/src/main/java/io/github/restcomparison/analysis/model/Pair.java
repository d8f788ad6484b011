package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two variants and their ratio by one metric, not tested yet.
 *
 * @param ratio of A to B; of no round if a gate excludes the pair
 * @param lowerBounds the names of those that the load generator limited: they may be better than
 *     they look, but not worse
 * @param status VALID, or that of the gate that excludes the pair: it is shown, never ranked
 * @param reason which gate, with the number that failed it; empty if the pair is valid
 * @param isClosed whether further rounds cannot make the pair valid
 */
public record Pair(
    String a,
    String b,
    LogRatio ratio,
    Set<String> lowerBounds,
    Status status,
    String reason,
    boolean isClosed) {

  /** Returns a pair with this ratio; an excluded one, so far, if the ratio has no round. */
  public static Pair of(String a, String b, LogRatio ratio, Set<String> lowerBounds) {
    return ratio.rounds() > 0
        ? new Pair(a, b, ratio, lowerBounds, Status.VALID, "", false)
        : excluded(a, b, Status.INVALID, "no round measured both", false);
  }

  /** Returns a pair that cannot be compared. */
  public static Pair excluded(String a, String b, Status status, String reason, boolean isClosed) {
    return new Pair(a, b, LogRatio.NONE, Set.of(), status, reason, isClosed);
  }

  /**
   * Compares two variants of one experiment, round by round.
   *
   * @param rounds that there can be
   */
  public static Pair ofOneExperiment(
      Variant a, Variant b, RunMetric metric, NoiseFloor floor, int rounds) {
    return of(a, b, metric, ratio(a, b, metric, floor), rounds);
  }

  /** Compares two variants of different experiments, as independent samples. */
  public static Pair ofTwoExperiments(Variant a, Variant b, RunMetric metric, NoiseFloor floor) {
    LogRatio ratio = LogRatio.independent(metric.of(a.ranked()), metric.of(b.ranked()), floor);
    return of(a, b, metric, ratio, 0);
  }

  private static Pair of(Variant a, Variant b, RunMetric metric, LogRatio ratio, int rounds) {
    for (Variant each : List.of(a, b)) {
      Status status = each.status();
      if (status != Status.VALID) {
        return excluded(
            a.name(),
            b.name(),
            status == Status.FAILED ? status : Status.INVALID,
            each.name() + ": " + each.reason(),
            !each.mayBeRankedAfter(rounds));
      }
    }
    Set<String> lowerBounds =
        Stream.of(a, b)
            .filter(each -> TestedMetric.isOfGenerator(metric) && each.isHeldBackByTheGenerator())
            .map(Variant::name)
            .collect(Collectors.toSet());
    return of(a.name(), b.name(), ratio, lowerBounds);
  }

  /** Returns A to B in the rounds that are valid for both. */
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

  boolean isValid() {
    return status == Status.VALID;
  }
}
