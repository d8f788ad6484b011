package io.github.restcomparison.records.service;

import io.github.restcomparison.records.settings.SettingException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables of the environment that a user's texts refer to as {@code ${NAME}}. Plans, requests of
 * runs and records keep the reference; only what sends a request or starts a service has the value.
 *
 * @param values by name
 */
public record Secrets(Map<String, String> values) {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  /** A shorter value is too common in other words to be searched for. */
  private static final int LEAST_HIDDEN = 4;

  /** None at all. */
  public static final Secrets NONE = new Secrets(Map.of());

  /**
   * Those that a text refers to.
   *
   * @param text all that the user gave, in any form
   * @throws SettingException where one of them is not set; the message names it
   */
  public static Secrets of(String text, Map<String, String> environment) {
    Map<String, String> values = new TreeMap<>();
    Matcher reference = REFERENCE.matcher(text);
    while (reference.find()) {
      String name = reference.group(1);
      String value = environment.get(name);
      if (value == null) {
        throw new SettingException(
            "${%s} is not set: it must be in the environment of compare".formatted(name));
      }
      values.put(name, value);
    }
    return new Secrets(values);
  }

  /** A text with the values in place of the references. */
  public String resolve(String text) {
    return REFERENCE
        .matcher(text)
        .replaceAll(
            reference ->
                Matcher.quoteReplacement(
                    values.getOrDefault(reference.group(1), reference.group())));
  }

  /** A text with the references in place of the values. */
  public String hide(String text) {
    String hidden = text;
    for (Map.Entry<String, String> each : values.entrySet()) {
      if (each.getValue().length() >= LEAST_HIDDEN) {
        hidden = hidden.replace(each.getValue(), "${" + each.getKey() + "}");
      }
    }
    return hidden;
  }
}
