package io.github.restcomparison.analysis.statistics;

import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Log ratios made to measure, paired and without a noise floor unless one is given. */
public final class LogRatios {
  private LogRatios() {}

  /**
   * Rounds whose ratios lie in turn a noise above and below the one given; an even number of them.
   */
  public static LogRatio of(double ratio, double noise, int rounds) {
    return of(ratio, noise, rounds, NoiseFloor.NOT_MEASURED);
  }

  /** The same with a noise floor. */
  public static LogRatio of(double ratio, double noise, int rounds, NoiseFloor floor) {
    return of(rounds, r -> Math.log(ratio) + (r % 2 == 0 ? noise : -noise), floor);
  }

  /** By the round, counted from 0. */
  public static LogRatio of(int rounds, IntToDoubleFunction difference, NoiseFloor floor) {
    return LogRatio.of(floor, IntStream.range(0, rounds).mapToDouble(difference).toArray());
  }

  /** The values of the same rounds. */
  static LogRatio of(double[] a, double[] b, NoiseFloor floor) {
    TreeMap<Integer, Double> ofA = new TreeMap<>();
    TreeMap<Integer, Double> ofB = new TreeMap<>();
    for (int r = 0; r < a.length; r++) {
      ofA.put(r + 1, a[r]);
      ofB.put(r + 1, b[r]);
    }
    return LogRatio.paired(ofA, ofB, floor);
  }
}
