package io.github.restcomparison.records.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/**
 * An invalid setting, or several that do not fit: nothing was started. The message is one line: the
 * setting, its value, and what is valid.
 */
public final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Two letters that changed places are one mistake. */
  private static final DamerauLevenshteinDistance DISTANCE = new DamerauLevenshteinDistance();

  private final String setting;
  private final String problem;

  /** Several settings that do not fit; the message is one line that names them. */
  public SettingException(String message) {
    this("", message, message);
  }

  private SettingException(String setting, String message, String problem) {
    super(message);
    this.setting = setting;
    this.problem = problem;
  }

  /** Returns the exception for a value that is out of range; {@code valid} follows "must be". */
  public static SettingException mustBe(String setting, Object value, String valid) {
    return refused(setting, value, "must be " + valid);
  }

  /**
   * Returns the exception for a value that is not supported; {@code problem} has the reason, and
   * the alternative.
   */
  public static SettingException refused(String setting, Object value, String problem) {
    String text = String.valueOf(value).replaceAll("\\R", " ");
    return new SettingException(
        setting, setting + " " + (text.isBlank() ? "''" : text) + ": " + problem, problem);
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

  /**
   * Refuses settings that do not fit.
   *
   * @param message one line that names them, a format if there are values
   * @throws SettingException if {@code isWrong}
   */
  public static void refuseIf(boolean isWrong, String message, Object... values) {
    if (isWrong) {
      throw new SettingException(values.length == 0 ? message : message.formatted(values));
    }
  }

  /** Returns the name of the setting; empty if the message is about several. */
  public String setting() {
    return setting;
  }

  /** Returns the problem, without the setting and its value. */
  public String problem() {
    return problem;
  }

  /** Returns {@code (did you mean WORKERS?)} after a space; an empty text if no name is similar. */
  public static String didYouMean(String written, Collection<String> names) {
    int most = Math.max(Math.min(2, written.length() - 1), written.length() / 3);
    return names.stream()
        .filter(name -> distance(written, name) <= most)
        .min(Comparator.comparingInt(name -> distance(written, name)))
        .map(" (did you mean %s?)"::formatted)
        .orElse("");
  }

  private static int distance(String written, String name) {
    return DISTANCE.apply(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
  }
}
