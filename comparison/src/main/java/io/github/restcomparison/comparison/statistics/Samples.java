package io.github.restcomparison.comparison.statistics;

/** What a list of measured values must be before anything is worked out from it. */
final class Samples {

  private Samples() {}

  /**
   * Refuses an empty list, and any value that is not a positive finite number, by name and index.
   */
  static void requirePositive(String name, double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException(name + " is empty: at least one round is needed");
    }
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] > 0 && Double.isFinite(values[i]))) {
        throw new IllegalArgumentException(
            name + "[" + i + "] = " + values[i] + ": must be positive and finite");
      }
    }
  }
}
