package io.github.restcomparison.records.service;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with names in braces, such as {@code /orders/{id}}, each of which stands for a field of a
 * feeder's record. A name that no record has stays as it is: bodies of JSON have braces, too.
 */
public record Template(String text) {
  private static final Pattern NAME = Pattern.compile("\\{([A-Za-z0-9_.-]+)}");

  /** Whether there is a name in it. */
  public boolean hasNames() {
    return NAME.matcher(text).find();
  }

  /**
   * Returns the text with values in the place of names.
   *
   * @param field the value of a field by its name, null if there is none
   */
  public String filled(UnaryOperator<String> field) {
    return NAME.matcher(text)
        .replaceAll(
            name -> {
              String value = field.apply(name.group(1));
              return Matcher.quoteReplacement(value == null ? name.group() : value);
            });
  }
}
