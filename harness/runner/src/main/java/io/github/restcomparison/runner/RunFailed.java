package io.github.restcomparison.runner;

/** A run that failed before its load; the message is one line for the user. */
public final class RunFailed extends Exception {
  private static final long serialVersionUID = 1L;

  RunFailed(String message) {
    super(message);
  }
}
