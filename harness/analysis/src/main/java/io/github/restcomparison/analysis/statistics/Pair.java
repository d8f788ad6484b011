package io.github.restcomparison.analysis.statistics;

import java.util.Set;

/** Two variants to be compared by one metric. */
public sealed interface Pair {

  /** The name of variant A. */
  String a();

  /** The name of variant B. */
  String b();

  /**
   * A pair that passed the gates.
   *
   * @param a the name of variant A
   * @param b the name of variant B
   * @param ratios A to B in the rounds valid for both
   * @param lowerBounds the names of those, if any, whose value the load generator held back: they
   *     may be better than they look, but not worse
   */
  record Measured(String a, String b, Ratios ratios, Set<String> lowerBounds) implements Pair {

    /** A pair that nothing but itself held back. */
    public Measured(String a, String b, Ratios ratios) {
      this(a, b, ratios, Set.of());
    }
  }

  /**
   * A pair that a gate kept out: shown, never ranked.
   *
   * @param a the name of variant A
   * @param b the name of variant B
   * @param status what it is instead of a comparison
   * @param reason which gate, and the number that failed it
   * @param forGood whether further rounds cannot bring it in
   */
  record Excluded(String a, String b, Status status, String reason, boolean forGood)
      implements Pair {

    /** A pair of which no round is valid for both, so far. */
    public static Excluded inNoRound(String a, String b) {
      return new Excluded(a, b, Status.INVALID, "it was measured of both in no round", false);
    }
  }

  /** Why a pair is not ranked. */
  enum Status {
    /** The measurement cannot be trusted. */
    INVALID,
    /** A service gave wrong answers, or none. */
    FAILED
  }
}
