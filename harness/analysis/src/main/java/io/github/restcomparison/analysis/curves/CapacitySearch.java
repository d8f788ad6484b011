package io.github.restcomparison.analysis.curves;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The highest rate that keeps a promise, by bracketing and bisecting. It remembers nothing: what to
 * try next follows from what was tried, so that a search that was interrupted goes on.
 *
 * @param start the first rate to try, requests per second
 * @param precision by how much the ends of the answer may differ, as a share
 * @param most the highest rate to try
 */
public record CapacitySearch(double start, double precision, double most) {
  /** By what the rate grows or falls until there is a bracket. */
  static final double GROWTH = 1.5;

  /** Below this rate nothing is tried. */
  static final double LEAST = 1;

  /** What the runs at one rate have shown. */
  public enum Verdict {
    /** The promise was kept. */
    KEPT,
    /** It was not. */
    BROKEN,
    /** The runs do not tell. */
    UNDECIDED
  }

  /**
   * One rate that was tried.
   *
   * @param rate requests per second
   */
  public record Step(double rate, Verdict verdict) {}

  /**
   * The answer, as far as it goes.
   *
   * @param met the highest rate that kept the promise and lies below all that broke it
   * @param violated the lowest rate that broke it
   */
  public record Bracket(OptionalDouble met, OptionalDouble violated) {
    /**
     * Whether both ends are known and close enough. Rates are whole: below 50/s two neighbours are
     * farther apart than 2 %.
     *
     * @param precision by how much the ends may differ, as a share
     */
    public boolean isWithin(double precision) {
      return met.isPresent()
          && violated.isPresent()
          && (violated.getAsDouble() - met.getAsDouble() <= 1
              || violated.getAsDouble() / met.getAsDouble() - 1 <= precision);
    }

    /** Whether the highest rate of the one that was seen to hold is above all of the other's. */
    public boolean isAbove(Bracket other) {
      return met.isPresent()
          && other.violated.isPresent()
          && met.getAsDouble() >= other.violated.getAsDouble();
    }
  }

  /** What the steps so far allow to be said. */
  public static Bracket bracket(List<Step> steps) {
    OptionalDouble violated = rates(steps, Verdict.BROKEN).min();
    return new Bracket(
        rates(steps, Verdict.KEPT).filter(rate -> rate < violated.orElse(Double.MAX_VALUE)).max(),
        violated);
  }

  private static DoubleStream rates(List<Step> steps, Verdict verdict) {
    return steps.stream().filter(step -> step.verdict() == verdict).mapToDouble(Step::rate);
  }

  /**
   * The rate to try next; empty where the answer is as precise as it was to be, where there is none
   * from the least to the most, or where the runs at a rate did not tell.
   */
  public OptionalDouble next(List<Step> steps) {
    if (steps.isEmpty()) {
      return OptionalDouble.of(start);
    }
    Bracket bracket = bracket(steps);
    return proposed(bracket).stream()
        .filter(rate -> steps.stream().noneMatch(step -> step.rate() == rate))
        .findFirst();
  }

  private OptionalDouble proposed(Bracket bracket) {
    if (bracket.violated().isEmpty()) {
      return bracket.met().stream().map(met -> Math.min(most, rounded(met * GROWTH))).findFirst();
    }
    double violated = bracket.violated().getAsDouble();
    if (bracket.met().isEmpty()) {
      return DoubleStream.of(rounded(violated / GROWTH)).filter(rate -> rate >= LEAST).findFirst();
    }
    double met = bracket.met().getAsDouble();
    return bracket.isWithin(precision)
        ? OptionalDouble.empty()
        : OptionalDouble.of(rounded(Math.sqrt(met * violated)));
  }

  /** To whole requests per second, which is how they are given. */
  private static double rounded(double rate) {
    return Math.rint(rate);
  }
}
