package io.github.restcomparison.records.settings;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The {@code -D} options of Gatling's JVM.
 *
 * @param properties returns the value of an option, or null
 */
public record Settings(UnaryOperator<String> properties) {

  /** The value of an option; empty if it is not given, or blank. */
  public Optional<String> get(String name) {
    return Optional.ofNullable(properties.apply(name))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }

  /**
   * Whether an option is {@code true}; it is false if it is not given.
   *
   * @throws SettingException if it is neither true nor false
   */
  public boolean flag(String name) {
    String value = get(name).orElse("false");
    if (!value.equals("true") && !value.equals("false")) {
      throw SettingException.mustBe("-D" + name, value, "true or false");
    }
    return value.equals("true");
  }

  /** What the user typed: {@code -Dusers 10}. */
  public String typed(String name) {
    return "-D" + name + " " + get(name).orElse("''");
  }
}
