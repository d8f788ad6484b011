package io.github.restcomparison.records;

import io.github.restcomparison.records.settings.SettingException;

/**
 * The whole numbers that a setting may be.
 *
 * @param setting its name, as the option of {@code compare} has it, with the unit
 * @param min the smallest
 * @param max the largest
 */
public record Range(String setting, int min, int max) {

  /** Whether a number is in it. */
  public boolean contains(long value) {
    return value >= min && value <= max;
  }

  /**
   * A number that is in it.
   *
   * @throws SettingException where it is not; the message begins with the setting's name
   */
  public int check(long value) {
    if (!contains(value)) {
      throw SettingException.mustBe(setting, value, toString());
    }
    return (int) value;
  }

  @Override
  public String toString() {
    return "between %d and %d".formatted(min, max);
  }
}
