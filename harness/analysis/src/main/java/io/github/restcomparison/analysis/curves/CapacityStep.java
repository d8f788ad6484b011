package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.CapacitySearch.Verdict;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Slo;
import java.util.List;
import java.util.Optional;

/**
 * What the runs at one rate say of a promise. One run is one sample: a rate is judged by two that
 * agree, and what a disturbed host has done counts for neither side.
 *
 * @param runs at the rate, in the order in which they were measured
 */
public record CapacityStep(Slo slo, List<RunRecord> runs) {
  /** So many runs must agree. */
  public static final int AGREEING = 2;

  /** What they say so far. */
  public Verdict verdict() {
    if (count(true) >= AGREEING) {
      return Verdict.KEPT;
    }
    return count(false) >= AGREEING ? Verdict.BROKEN : Verdict.UNDECIDED;
  }

  private long count(boolean met) {
    return usable().stream().filter(load -> slo.violated(load).isEmpty() == met).count();
  }

  /** The loads that count. */
  public List<Load> usable() {
    return usableRuns().stream().map(RunRecord::load).flatMap(Optional::stream).toList();
  }

  /** The runs that count. */
  List<RunRecord> usableRuns() {
    return runs.stream().filter(CapacityStep::isUsable).toList();
  }

  /** How many of them measured a service that was not warm. */
  long cold() {
    return usableRuns().stream().filter(run -> !run.wasWarm()).count();
  }

  /** A service that failed by its answers has broken its promise; all else tells nothing. */
  private static boolean isUsable(RunRecord run) {
    return (run.status() == Status.VALID || run.status() == Status.FAILED)
        && !run.isRefusedBy(GateResult.HOST);
  }

  /** Whether the load generator was late in most of the runs that count. */
  public boolean isLateGenerator() {
    long late =
        runs.stream()
            .filter(CapacityStep::isUsable)
            .filter(run -> run.isRefusedBy(GateResult.GENERATOR))
            .count();
    return 2 * late > usable().size();
  }
}
