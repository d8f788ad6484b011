package io.github.restcomparison.runner.gate;

import java.util.List;

/**
 * Whether the service keeps the contract, checked before the load.
 *
 * @param objections the violations of the contract
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
