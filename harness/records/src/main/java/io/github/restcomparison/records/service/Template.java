package io.github.restcomparison.records.service;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with names in braces, such as {@code /orders/{id}}, each of which stands for a field of a
 * feeder's record. A name that no record has is left as it is: bodies of JSON have braces, too.
 */
public record Template(String text) {
  private static final Pattern NAME = Pattern.compile("\\{([A-Za-z0-9_.-]+)}");

  /** The text with the fields of a record. */
  public String filled(Map<String, String> record) {
    return NAME.matcher(text)
        .replaceAll(
            name -> Matcher.quoteReplacement(record.getOrDefault(name.group(1), name.group())));
  }

  /**
   * The text in Gatling's expression language, in which it is {@code #{id}}.
   *
   * @param names of the fields that records have
   */
  public String expression(Set<String> names) {
    return NAME.matcher(text.replace("#{", "##{"))
        .replaceAll(
            name ->
                Matcher.quoteReplacement(
                    (names.contains(name.group(1)) ? "#" : "") + name.group()));
  }
}
