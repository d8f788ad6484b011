package io.github.restcomparison.analysis.statistics;

import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/** Log ratios made to measure. */
final class Rounds {

  private Rounds() {}

  /**
   * Rounds whose ratios lie in turn a noise above and below the one given; an even number of them.
   */
  static PairedLogRatio of(double ratio, double noise, int rounds) {
    return of(rounds, r -> Math.log(ratio) + (r % 2 == 0 ? noise : -noise));
  }

  /** The values of the same rounds. */
  static PairedLogRatio of(double[] a, double[] b) {
    TreeMap<Integer, Double> ofA = new TreeMap<>();
    TreeMap<Integer, Double> ofB = new TreeMap<>();
    for (int r = 0; r < a.length; r++) {
      ofA.put(r + 1, a[r]);
      ofB.put(r + 1, b[r]);
    }
    return PairedLogRatio.of(ofA, ofB).orElseThrow();
  }

  /** By the round, counted from 0. */
  static PairedLogRatio of(int rounds, IntToDoubleFunction difference) {
    TreeMap<Integer, Double> differences = new TreeMap<>();
    for (int r = 0; r < rounds; r++) {
      differences.put(r + 1, difference.applyAsDouble(r));
    }
    return new PairedLogRatio(differences);
  }
}
