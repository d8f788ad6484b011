package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.Load;
import java.util.List;

/** Whether there was a time in which all users were at work: without one there are no figures. */
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
    return load.throughput().isEmpty() || load.inFlightInWindow().isEmpty()
        ? List.of(
            "there was no time in which all users were at work: more requests per user are needed")
        : List.of();
  }
}
