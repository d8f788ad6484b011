package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.List;

/**
 * Checks that the throughput does not exceed what users, workers and delay allow. A run that it
 * objects to is INVALID; but where somebody only said what its requests wait, that is noted.
 *
 * @param isStated whether delay and workers are what somebody says of a service that is not ours
 */
record CeilingGate(ThroughputLimits limits, Load load, boolean isStated) implements Gate {
  @Override
  public String name() {
    return "bound";
  }

  @Override
  public Severity severity() {
    return isStated ? Severity.NOTE : Severity.INVALID;
  }

  @Override
  public List<String> objections() {
    double throughput = load.throughput().getAsDouble();
    int parts = 1 + load.window().leftOut().size();
    double edge =
        parts * limits.delay().toMillis() / 1e3 / load.window().keptSeconds().getAsDouble();
    return limits.allows(throughput, edge)
        ? List.of()
        : List.of(
            "%.0f requests/s are more than the %.0f/s that users, workers and delay allow"
                .formatted(throughput, limits.ceiling().getAsDouble()));
  }
}
