package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.Status;

/** The consequence of a gate's objection, the worst first. */
public enum Severity {
  /** The service broke its contract, or did not answer all requests. */
  FAILED(Status.FAILED),
  /** The figures are not reliable: they are shown, but never ranked. */
  INVALID(Status.INVALID),
  /** The run stays valid; the objection is shown as a note. */
  NOTE(Status.VALID);

  private final Status status;

  Severity(Status status) {
    this.status = status;
  }

  /** The status of a run whose worst objection has this severity. */
  public Status status() {
    return status;
  }
}
