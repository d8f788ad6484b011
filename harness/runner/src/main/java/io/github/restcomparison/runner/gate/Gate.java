package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.GateResult;
import java.util.List;

/**
 * Judges one run by one criterion. What has nothing to judge by is left out of the list, so that it
 * is missing in the record, not passed.
 */
public interface Gate {
  /** What records and pages call it. */
  String name();

  /** What its objection makes of the run. */
  Severity severity();

  /** Why the run does not pass, a sentence each; none where it passes. */
  List<String> objections();

  /** What the record keeps of it. */
  default GateResult result() {
    List<String> objections = objections();
    return new GateResult(name(), objections.isEmpty(), objections);
  }
}
