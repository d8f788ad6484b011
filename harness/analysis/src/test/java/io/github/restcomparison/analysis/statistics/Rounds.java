package io.github.restcomparison.analysis.statistics;

import java.util.stream.IntStream;

/** Log ratios made to measure. */
final class Rounds {

  private Rounds() {}

  /**
   * Rounds whose ratios lie in turn a noise above and below the one given; an even number of them.
   */
  static PairedLogRatio of(double ratio, double noise, int rounds) {
    return new PairedLogRatio(
        IntStream.range(0, rounds)
            .mapToObj(r -> Math.log(ratio) + (r % 2 == 0 ? noise : -noise))
            .toList());
  }
}
