package io.github.restcomparison.records.settings;

/** An invalid setting; the message is one line: the setting, its value, and what is valid. */
public final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String setting;
  private final String problem;

  /**
   * A setting that does not fit the others.
   *
   * @param message one line that names it
   */
  public SettingException(String message) {
    super(message);
    this.setting = "";
    this.problem = message;
  }

  private SettingException(String setting, String message, String problem) {
    super(message);
    this.setting = setting;
    this.problem = problem;
  }

  /**
   * A value that is out of range.
   *
   * @param setting its name
   * @param value the invalid value
   * @param valid what it must be
   */
  public static SettingException mustBe(String setting, Object value, String valid) {
    String problem = "must be " + valid;
    String text = String.valueOf(value).replaceAll("\\R", " ");
    return new SettingException(
        setting, "%s %s: %s".formatted(setting, text.isBlank() ? "''" : text, problem), problem);
  }

  /**
   * Checks a value.
   *
   * @throws SettingException as of {@link #mustBe} unless {@code holds}
   */
  public static void check(boolean holds, String setting, Object value, String valid) {
    if (!holds) {
      throw mustBe(setting, value, valid);
    }
  }

  /** The name of the setting; empty if the message is about several. */
  public String setting() {
    return setting;
  }

  /** What is wrong, without the setting and its value. */
  public String problem() {
    return problem;
  }
}
