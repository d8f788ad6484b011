package io.github.restcomparison.compare.experiment;

/**
 * An experiment that cannot go on; the message is one line for the user. What was measured is kept.
 */
public final class ExperimentStopped extends Exception {
  private static final long serialVersionUID = 1L;

  ExperimentStopped(String message) {
    super(message);
  }
}
