package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord.GateResult;
import java.util.List;

/**
 * Checks that the load generator of an open model kept the schedule. If it sends a request late
 * although a connection is free, the delay is in the latency, but is not the service's. A run that
 * it objects to stays valid; its latencies are an upper bound.
 */
record PunctualityGate(OpenModel.Outcome outcome) implements Gate {
  /** How late the 99th percentile may be, in ms: 2 ms of Gatling's clock, and a margin. */
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
            ("of the requests that had a free connection the load generator sent 1 %%"
                    + " more than %d ms after they were due, so that latencies are an upper bound only")
                .formatted(late))
        : List.of();
  }
}
