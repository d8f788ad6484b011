package io.github.restcomparison.records.settings;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of a service, from environment variables ({@code DELAY_MS=100}) or system properties
 * of the same meaning ({@code -DdelayMs=100}), the property winning.
 *
 * <p>It remembers every value that it handed out: what a service was configured with is part of
 * what was measured.
 */
public final class Settings {
  private static final String UNLIMITED = "unlimited";

  private final UnaryOperator<String> environment;
  private final UnaryOperator<String> properties;
  private final SequencedMap<String, String> used = new LinkedHashMap<>();

  /**
   * @param environment gives the value of a variable, or null
   * @param properties gives the value of a system property, or null
   */
  public Settings(UnaryOperator<String> environment, UnaryOperator<String> properties) {
    this.environment = environment;
    this.properties = properties;
  }

  /** Settings given by their variables' names, for a service inside a test. */
  public static Settings of(Map<String, String> variables) {
    return new Settings(variables::get, property -> null);
  }

  /** A text, as it is given; a blank one is none. */
  public String text(String variable, String fallback) {
    String value =
        Stream.of(properties.apply(property(variable)), environment.apply(variable))
            .filter(given -> given != null && !given.isBlank())
            .map(String::strip)
            .findFirst()
            .orElse(fallback);
    used.put(property(variable), value);
    return value;
  }

  /**
   * A whole number from {@code min} to {@code max}, both included.
   *
   * @throws SettingException where it is anything else
   */
  public int integer(String variable, int fallback, int min, int max) {
    String value = text(variable, Integer.toString(fallback));
    try {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, as for a number out of range
    }
    throw mustBe(variable, value, "between " + min + " and " + max);
  }

  /**
   * A whole number from {@code min} to {@code max}, both included; absent for {@code unlimited} and
   * where nothing is said.
   *
   * @throws SettingException where it is anything else
   */
  public OptionalInt limit(String variable, int min, int max) {
    String value = text(variable, UNLIMITED);
    if (value.equals(UNLIMITED)) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(integer(variable, min, min, max));
    } catch (SettingException e) {
      throw new SettingException(e.getMessage() + ", or " + UNLIMITED);
    }
  }

  /**
   * A decimal number from {@code min} to {@code max}, both included; absent where none is given.
   *
   * @param min 0 or more: there is no sign
   * @throws SettingException where it is anything else
   */
  public OptionalDouble decimal(String variable, int min, int max) {
    String value = text(variable, "");
    if (value.isEmpty()) {
      return OptionalDouble.empty();
    }
    // Java itself would take NaN, 1e3, 0x1p3 and 5d too.
    if (value.matches("\\d{1,9}(\\.\\d{1,18})?")) {
      double number = Double.parseDouble(value);
      if (number >= min && number <= max) {
        return OptionalDouble.of(number);
      }
    }
    throw mustBe(variable, value, "a decimal number between " + min + " and " + max);
  }

  /**
   * One of a few words.
   *
   * @throws SettingException where it is none of them
   */
  public String oneOf(String variable, String fallback, String... words) {
    String value = text(variable, fallback);
    if (Arrays.asList(words).contains(value)) {
      return value;
    }
    throw mustBe(variable, value, String.join(" or ", words));
  }

  /**
   * Whether something is so: {@code true} or {@code false}, which it is where nothing is said.
   *
   * @throws SettingException where it is neither
   */
  public boolean flag(String variable) {
    return oneOf(variable, "false", "true", "false").equals("true");
  }

  /** Every value handed out so far, by property name, in the order of asking. */
  public SequencedMap<String, String> used() {
    return new LinkedHashMap<>(used);
  }

  /** What was typed for a setting: {@code -DdelayMs 100}, or the variable {@code DELAY_MS 100}. */
  public String typed(String variable) {
    return name(variable) + " " + text(variable, "");
  }

  private String name(String variable) {
    String property = property(variable);
    return environment.apply(variable) != null && properties.apply(property) == null
        ? variable
        : "-D" + property;
  }

  private SettingException mustBe(String variable, String value, String valid) {
    return SettingException.mustBe(name(variable), value, valid);
  }

  /** The system property with a variable's meaning: {@code DELAY_MS} is {@code delayMs}. */
  public static String property(String variable) {
    String[] words = variable.toLowerCase(Locale.ROOT).split("_");
    return Arrays.stream(words)
        .skip(1)
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining("", words[0], ""));
  }
}
