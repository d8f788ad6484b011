package io.github.restcomparison.servicekit;

/** A setting that cannot be used; the message is one line that names it and says what it may be. */
public final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line: the setting, what it is, what it may be
   */
  public SettingException(String message) {
    super(message);
  }
}
