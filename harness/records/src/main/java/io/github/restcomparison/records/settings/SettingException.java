package io.github.restcomparison.records.settings;

/** A setting that cannot be used; the message is one line that names it and says what it may be. */
public final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line: the setting, what it is, what it may be
   */
  public SettingException(String message) {
    super(message);
  }

  /**
   * One that says so in the words of all of them.
   *
   * @param setting its name, as whoever sets it calls it
   * @param value what it is
   * @param may what it may be
   */
  public static SettingException mayBe(String setting, Object value, String may) {
    return new SettingException(
        "%s is '%s': it may be %s"
            .formatted(setting, String.valueOf(value).replaceAll("\\R", " "), may));
  }
}
