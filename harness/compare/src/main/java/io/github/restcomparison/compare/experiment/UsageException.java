package io.github.restcomparison.compare.experiment;

/** Bad usage: nothing was started. The message is one line that names the option or the folder. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A refusal. */
  public UsageException(String message) {
    super(message);
  }
}
