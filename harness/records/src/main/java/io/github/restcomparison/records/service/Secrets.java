package io.github.restcomparison.records.service;

import io.github.restcomparison.records.settings.SettingException;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables of the environment that a user's texts refer to as {@code ${NAME}}. Plans, requests of
 * runs and records keep the reference; only what sends a request or starts a service has the value.
 * {@code $${NAME}} is the text {@code ${NAME}} itself.
 *
 * @param values by name
 */
public record Secrets(Map<String, String> values) {
  private static final Pattern REFERENCE = Pattern.compile("(\\$?)\\$\\{([A-Za-z_]\\w*)}");

  /** The name of a header, a variable or a field whose value is a secret; a regular expression. */
  public static final String NAME =
      "(?i:[\\w.-]*(?:authorization|cookie|token|secret|password|passwd|_pass|credential"
          + "|(?:api|access|private)[-_]?key)[\\w.-]*)";

  /** One reference, after a word such as {@code Bearer}. */
  private static final Pattern REFERENCE_ALONE =
      Pattern.compile("\\s*([\\w-]+\\s+)?\\$\\{\\w+}\\s*");

  /** A shorter value is too common in other words. */
  private static final int LEAST_HIDDEN = 4;

  /** None at all. */
  public static final Secrets NONE = new Secrets(Map.of());

  /**
   * Returns those that a text refers to.
   *
   * @param text all that the user gave, in any form
   * @throws SettingException if one of them is not set; the message names it
   */
  public static Secrets of(String text, Map<String, String> environment) {
    Map<String, String> values = new TreeMap<>();
    for (MatchResult reference : REFERENCE.matcher(text).results().toList()) {
      String name = reference.group(2);
      String value = environment.get(name);
      if (reference.group(1).isEmpty() && value == null) {
        throw new SettingException(
            "${%s} is not set in the environment; write $${%s} to send it as it is"
                .formatted(name, name));
      }
      if (reference.group(1).isEmpty()) {
        values.put(name, value);
      }
    }
    return new Secrets(values);
  }

  /** Returns whether a value by its name is a secret that was typed, not a reference to it. */
  public static boolean isTyped(String name, String value) {
    return name.matches(NAME) && !REFERENCE_ALONE.matcher(value).matches();
  }

  /**
   * Returns those that a service and its requests refer to.
   *
   * @throws SettingException if one of them is not set; the message names it
   */
  public static Secrets of(
      ServiceSpec service, Workload workload, Map<String, String> environment) {
    return of(service + " " + workload, environment);
  }

  /** Returns a text with the values in place of the references. */
  public String resolve(String text) {
    return REFERENCE
        .matcher(text)
        .replaceAll(
            reference -> {
              String name = reference.group(2);
              String itself = "${" + name + "}";
              boolean isEscaped = !reference.group(1).isEmpty();
              return Matcher.quoteReplacement(
                  isEscaped ? itself : values.getOrDefault(name, itself));
            });
  }

  /** Returns a command for a shell, which finds the values in its environment. */
  public static String ofShell(String command) {
    return REFERENCE.matcher(command).replaceAll("\\${$2}");
  }

  /** Returns what a service or a client printed, with the references in place of the values. */
  public String hide(String text) {
    String hidden = text;
    // The longest first: another one may be a part of it.
    Comparator<String> byLength = Comparator.comparingInt(name -> values.get(name).length());
    for (String name : values.keySet().stream().sorted(byLength.reversed()).toList()) {
      if (values.get(name).length() >= LEAST_HIDDEN) {
        hidden = hidden.replace(values.get(name), "${" + name + "}");
      }
    }
    return hidden;
  }
}
