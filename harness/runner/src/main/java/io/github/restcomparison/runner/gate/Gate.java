package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.GateResult;
import java.util.List;

/**
 * Judges one run by one criterion. A gate that lacks the data to judge is left out of the list, so
 * that the record does not show it as passed.
 */
public interface Gate {
  /** Its name in records and on pages. */
  String name();

  /** The consequence of an objection. */
  Severity severity();

  /** Why the run does not pass, one sentence each; empty if it passes. */
  List<String> objections();

  /** Its entry in the record. */
  default GateResult result() {
    List<String> objections = objections();
    return new GateResult(name(), objections.isEmpty(), objections);
  }
}
