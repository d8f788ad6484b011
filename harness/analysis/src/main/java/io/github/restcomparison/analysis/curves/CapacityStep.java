package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Slo;
import java.util.List;
import java.util.stream.Stream;

/**
 * The runs at one rate, judged by an SLO. One run is one sample: two must agree. Runs on a
 * disturbed host do not count.
 *
 * @param rate requests per second
 * @param runs at the rate, in the order in which they were measured
 */
public record CapacityStep(double rate, Slo slo, List<RunRecord> runs) {
  private static final int AGREEING = 2;

  /** Whether a rate kept the SLO. */
  enum Verdict {
    KEPT,
    BROKEN,
    /** Too few runs agree. */
    UNDECIDED
  }

  /** Returns the rounds that were measured to their end. */
  int rounds() {
    return runs.stream()
        .filter(run -> run.status() != Status.ABORTED)
        .mapToInt(RunRecord::round)
        .max()
        .orElse(0);
  }

  /** Returns the verdict of the runs so far. */
  Verdict verdict() {
    long kept = counted().stream().filter(run -> violations(run).findAny().isEmpty()).count();
    if (kept >= AGREEING) {
      return Verdict.KEPT;
    }
    return counted().size() - kept >= AGREEING ? Verdict.BROKEN : Verdict.UNDECIDED;
  }

  /** Returns the runs that count. A service that failed by its answers has broken the SLO. */
  List<RunRecord> counted() {
    return runs.stream()
        .filter(run -> run.status() == Status.VALID || run.status() == Status.FAILED)
        .filter(run -> run.load().isPresent() && !run.isRefusedBy(GateResult.HOST))
        .toList();
  }

  /** Returns how a run breaks the SLO, a clause each. */
  Stream<String> violations(RunRecord run) {
    return run.load().stream().flatMap(load -> slo.violated(load).stream());
  }

  /** Returns how many runs that count measured a service that was not warm. */
  long cold() {
    return counted().stream().filter(run -> !run.wasWarm()).count();
  }

  /** Returns whether the load generator was late in most of the runs that count. */
  boolean isGeneratorLate() {
    long late = counted().stream().filter(run -> run.isRefusedBy(GateResult.GENERATOR)).count();
    return 2 * late > counted().size();
  }
}
