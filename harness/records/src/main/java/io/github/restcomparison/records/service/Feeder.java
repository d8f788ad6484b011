package io.github.restcomparison.records.service;

import io.github.restcomparison.records.settings.SettingException;

/**
 * A file of records that requests are filled in from: each user takes the next before each request,
 * and begins anew after the last.
 *
 * @param file a {@code .csv} with a line of names, or a {@code .json} with an array of objects
 */
public record Feeder(String file) {
  /**
   * Checks its name.
   *
   * @throws SettingException where it is of another kind
   */
  public Feeder {
    if (!file.endsWith(".csv") && !file.endsWith(".json")) {
      throw SettingException.mustBe("feeder", file, "a .csv or a .json file");
    }
  }
}
