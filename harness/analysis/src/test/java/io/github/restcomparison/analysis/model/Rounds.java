package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import java.io.IOException;

/** Rounds of all three services, with a noise that is known. */
public final class Rounds {

  private Rounds() {}

  /**
   * Writes rounds in which vertx-rest has 0.1 % more throughput than usual for each round above the
   * fifth and less for each below, the others as usual but for jersey-async: 0.2 %, the other way
   * round.
   */
  public static void write(Records records, int rounds) throws IOException {
    for (int round = 1; round <= rounds; round++) {
      double step = (round - 5) * 0.001;
      records.valid(Service.VERTX_REST, round, 1 + step, 1 - step);
      records.valid(Service.JERSEY_ASYNC, round, 1 - 2 * step, 1 + 2 * step);
      records.valid(Service.JERSEY_SYNC, round, 1, 1 + step);
    }
  }
}
