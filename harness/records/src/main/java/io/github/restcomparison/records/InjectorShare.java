package io.github.restcomparison.records;

import java.time.Instant;

/**
 * The part of one injector in a load that several load generators make together.
 *
 * @param injector its number, from 1
 * @param of how many there are
 * @param measureAt when all of them end the warm-up and begin the measured load
 * @param clockOffsetMs the wall clock of the host that leads them minus the injector's
 * @param clockUncertaintyMs the maximum error of the offset
 */
public record InjectorShare(
    int injector, int of, Instant measureAt, double clockOffsetMs, double clockUncertaintyMs) {

  /** Returns the part of load generator {@code number}, from 1, in {@code all} users. */
  static int part(int all, int number, int of) {
    return all / of + (number <= all % of ? 1 : 0);
  }

  /** Returns its name in messages. */
  public String name() {
    return "injector " + injector;
  }
}
