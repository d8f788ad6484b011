package io.github.restcomparison.compare.experiment;

/** What was asked for cannot be done, and nothing was started; the message is for the user. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param message one line that names the option or the folder
   */
  public UsageException(String message) {
    super(message);
  }
}
