package io.github.restcomparison.servicekit;

/** An invalid setting. The message is one line that names it and the valid values. */
public final class InvalidSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line, such as {@code DELAY_MS: 'soon' is not an integer in 0..600000}
   */
  public InvalidSettingException(String message) {
    super(message);
  }
}
