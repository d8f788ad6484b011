package io.github.restcomparison.runner.gate;

import java.util.List;

/**
 * Whether the service did what every service promises, asked before the load.
 *
 * @param objections what it did not do
 */
public record ContractGate(List<String> objections) implements Gate {
  @Override
  public String name() {
    return "contract";
  }

  @Override
  public Severity severity() {
    return Severity.FAILED;
  }
}
