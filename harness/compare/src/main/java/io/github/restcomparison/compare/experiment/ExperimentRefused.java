package io.github.restcomparison.compare.experiment;

/** An experiment that cannot be begun as it was asked for; the message is one line for the user. */
public final class ExperimentRefused extends Exception {
  private static final long serialVersionUID = 1L;

  ExperimentRefused(String message) {
    super(message);
  }
}
