package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.Status;

/** What the objection of a gate makes of a run, the worst first. */
public enum Severity {
  /** The service did not do what it promises. */
  FAILED(Status.FAILED),
  /** The figures cannot be trusted: they are shown, never ranked. */
  INVALID(Status.INVALID),
  /** The run stays valid, and its reader should know. */
  NOTE(Status.VALID);

  private final Status status;

  Severity(Status status) {
    this.status = status;
  }

  /** The status of a run to which nothing worse than this was objected. */
  public Status status() {
    return status;
  }
}
