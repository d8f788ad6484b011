package io.github.restcomparison.analysis.statistics;

import java.util.function.DoublePredicate;

/**
 * Checks measured values before anything is computed from them: the libraries below take NaN and
 * negative values without complaint.
 */
final class Samples {

  private Samples() {}

  /** Refuses an empty list, and any value that no ratio can be taken of, by name and index. */
  static void requirePositive(String name, double[] values) {
    require(name, values, "positive and finite", value -> value > 0);
  }

  /** Refuses an empty list, and any value that cannot be a measurement, by name and index. */
  static void requireNotNegative(String name, double[] values) {
    require(name, values, "0 or more and finite", value -> value >= 0);
  }

  private static void require(String name, double[] values, String what, DoublePredicate holds) {
    if (values.length == 0) {
      throw new IllegalArgumentException(name + " is empty: at least one round is needed");
    }
    for (int i = 0; i < values.length; i++) {
      if (!(holds.test(values[i]) && Double.isFinite(values[i]))) {
        throw new IllegalArgumentException(
            name + "[" + i + "] = " + values[i] + ": must be " + what);
      }
    }
  }
}
