package io.github.restcomparison.records;

import java.time.Instant;

/**
 * The part of one injector in a load that several load generators make together.
 *
 * @param injector its number, from 1
 * @param of the number of injectors
 * @param measureAt when all injectors end the warm-up and begin the measured load
 * @param clockOffsetMs the wall clock of the leading host minus the injector's
 * @param clockUncertaintyMs the maximum error of the offset
 */
public record InjectorShare(
    int injector, int of, Instant measureAt, double clockOffsetMs, double clockUncertaintyMs) {

  /**
   * Returns the number of users of one load generator.
   *
   * @param number of the generator, from 1
   */
  static int share(int all, int number, int of) {
    return all / of + (number <= all % of ? 1 : 0);
  }

  /** Returns its name in messages. */
  public String name() {
    return "injector " + injector;
  }
}
