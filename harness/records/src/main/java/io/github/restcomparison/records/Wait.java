package io.github.restcomparison.records;

import java.util.Locale;

/** The kinds of wait of a request. */
public enum Wait {
  /** A timer; all waits are equal. */
  FIXED,

  /** A timer; the lengths are random, and uniform up to the longest. */
  UNIFORM,

  /** One clock: all waiting requests end together, once in each period. */
  SHARED_TICK,

  /** A back end that responds to GET. */
  HTTP,

  /** A PostgreSQL database that sleeps. */
  SQL,

  /** The user's service; the user states its wait, 0 if unknown. Nothing is checked against it. */
  STATED;

  /** Returns whether a request waits for a back end, and not for a clock. */
  public boolean isForBackEnd() {
    return this == HTTP || this == SQL;
  }

  /** Returns its name in options and records, which Jackson uses too: {@code shared-tick}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
