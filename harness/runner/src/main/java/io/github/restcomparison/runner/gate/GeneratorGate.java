package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Checks that a throughput below the ceiling was not limited by the load generator. A run that it
 * objects to stays valid: its throughput is a lower bound of that of the service.
 *
 * @param throughput X, requests per second
 * @param headroom the share of the generator's CPUs that was idle, 0 to 1
 * @param capacity requests per second of the generator against a service without delay
 */
record GeneratorGate(
    ThroughputLimits limits, double throughput, OptionalDouble headroom, OptionalDouble capacity)
    implements Gate {

  /** The share of the ceiling from which on the ceiling explains the throughput. */
  static final double CEILING_SHARE = 0.97;

  /** The share of its CPUs that the generator may use. */
  static final double CPU_SHARE = 0.85;

  /** The share of the generator's capacity that the throughput may reach. */
  static final double CAPACITY_SHARE = 0.7;

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
    OptionalDouble ceiling = limits.ceiling();
    if (ceiling.isPresent() && throughput >= CEILING_SHARE * ceiling.getAsDouble()) {
      return List.of();
    }
    if (headroom.isPresent() && 1 - headroom.getAsDouble() > CPU_SHARE) {
      return objection("used %.0f %% of its CPUs", 100 * (1 - headroom.getAsDouble()));
    }
    if (capacity.isPresent() && throughput > CAPACITY_SHARE * capacity.getAsDouble()) {
      return objection("can do no more than %,.0f requests/s", capacity.getAsDouble());
    }
    return List.of();
  }

  private List<String> objection(String why, double figure) {
    return List.of(
        String.format(
            Locale.ROOT,
            "the load generator " + why + ", so that %,.0f requests/s is a lower bound only",
            figure,
            throughput));
  }
}
