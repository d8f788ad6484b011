package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.records.RunRecord.Status;

/** A run in a cluster that cannot be measured to its end; the message is one line that says why. */
final class RunBroken extends Exception {
  private static final long serialVersionUID = 1L;

  private final Status status;

  /**
   * @param status FAILED where it is for the service, INVALID where it is for what measures
   */
  RunBroken(Status status, String message) {
    super(message);
    this.status = status;
  }

  Status status() {
    return status;
  }
}
