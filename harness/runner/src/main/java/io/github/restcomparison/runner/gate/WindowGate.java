package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.Load;
import java.util.List;

/**
 * Checks that there is a window in which all users were active; without one there are no figures. A
 * run that it objects to is INVALID.
 */
record WindowGate(Load load) implements Gate {
  @Override
  public String name() {
    return "window";
  }

  @Override
  public Severity severity() {
    return Severity.INVALID;
  }

  @Override
  public List<String> objections() {
    return load.throughput().isEmpty() || load.window().inFlightInWindow().isEmpty()
        ? List.of(
            "there was no time in which all users were at work: more requests per user are needed")
        : List.of();
  }
}
