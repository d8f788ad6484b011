package io.github.restcomparison.servicekit;

/** A setting that is invalid. The message is one line that names it and says what is valid. */
public final class InvalidSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line, such as {@code DELAY_MS: 'soon' is not an integer in 0..600000}
   */
  public InvalidSettingException(String message) {
    super(message);
  }
}
