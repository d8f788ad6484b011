package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord.GateResult;
import java.util.List;

/**
 * Whether the load generator of an open model was in time. What it sends late although a connection
 * is free is in the latencies, and is not the service's; a run that it objects to stays valid, with
 * latencies that are an upper bound.
 */
record PunctualityGate(OpenModel.Outcome outcome) implements Gate {
  /** By how many ms 99 % of the requests may be sent late: two of Gatling's clock, and a little. */
  static final int LATE_MS = 5;

  @Override
  public String name() {
    return GateResult.GENERATOR;
  }

  @Override
  public Severity severity() {
    return Severity.NOTE;
  }

  @Override
  public List<String> objections() {
    int late = outcome.sentLateP99Ms().orElse(0);
    return late > LATE_MS
        ? List.of(
            ("GENERATOR-BOUND: of the requests that had a free connection the load generator sent 1 %%"
                    + " more than %d ms after they were due, so that latencies are an upper bound only")
                .formatted(late))
        : List.of();
  }
}
