package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.Verdict;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How two sides compare here, seen from the first of them.
 *
 * @param direction which side surely has more
 * @param size how large the difference is, against the margin
 * @param ratio of the first to the second; absent where it was not measured
 * @param interval of the ratio
 * @param open what it would take to say more; absent where all is said
 */
record Finding(
    Direction direction,
    Size size,
    OptionalDouble ratio,
    Optional<Interval> interval,
    Optional<String> open) {

  /** Which of the two sides the interval shows to have more. */
  enum Direction {
    /** The first. */
    MORE,
    /** The second. */
    LESS,
    /** Not shown. */
    UNCLEAR
  }

  /** Whether the difference, whatever its direction, is one that matters. */
  enum Size {
    /** More than the margin. */
    BEYOND,
    /** No more than the margin. */
    WITHIN,
    /** Not shown. */
    UNCLEAR
  }

  /** Two sides that cannot be compared, and what that would take. */
  static Finding open(String takes) {
    return new Finding(
        Direction.UNCLEAR,
        Size.UNCLEAR,
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.of(takes));
  }

  /**
   * What a verdict on throughput, or on another figure by its rule, says: "better" is greater.
   *
   * @param one the side that the claim is about, one of the pair's two
   */
  static Finding of(PairVerdict pair, String one) {
    boolean asIs = pair.a().equals(one);
    Optional<Interval> interval =
        pair.low().isPresent()
            ? Optional.of(
                new Interval(
                    pair.low().getAsDouble(),
                    pair.high().getAsDouble(),
                    pair.confidence().getAsDouble()))
            : Optional.empty();
    return new Finding(
        direction(pair.ruling(), one),
        size(pair.ruling()),
        pair.ratio().stream().map(ratio -> asIs ? ratio : 1 / ratio).findFirst(),
        asIs ? interval : interval.map(Interval::reciprocal),
        takes(pair));
  }

  private static Direction direction(Verdict ruling, String one) {
    return switch (ruling) {
      case Verdict.BetterAtLeast(String better, int percent) -> direction(better, one);
      case Verdict.BetterSizeUnclear unclear -> direction(unclear.better(), one);
      default -> Direction.UNCLEAR;
    };
  }

  private static Direction direction(String better, String one) {
    return better.equals(one) ? Direction.MORE : Direction.LESS;
  }

  private static Size size(Verdict ruling) {
    return switch (ruling) {
      case Verdict.BetterAtLeast atLeast -> Size.BEYOND;
      case Verdict.EquivalentWithin equivalent -> Size.WITHIN;
      default -> Size.UNCLEAR;
    };
  }

  private static Optional<String> takes(PairVerdict pair) {
    return switch (pair.ruling()) {
      case Verdict.NoDifferenceShown shown -> Optional.of(takes(shown));
      case Verdict.Indicative(int rounds, int needed) ->
          Optional.of(
              "it would take %s at least, here %s %d"
                  .formatted(Numbers.count(needed, "round"), rounds == 1 ? "is" : "are", rounds));
      case Verdict.BetterSizeUnclear unclear ->
          Optional.of("it would take more rounds to show whether the margin is passed");
      case Verdict.Unranked(var status, String reason) -> Optional.of(reason);
      default -> Optional.empty();
    };
  }

  private static String takes(Verdict.NoDifferenceShown shown) {
    return shown.moreRounds().isPresent()
        ? "it would take about %s more"
            .formatted(Numbers.count(shown.moreRounds().getAsInt(), "round"))
        : "it would take more than %d rounds".formatted(Verdict.NoDifferenceShown.MOST_ROUNDS);
  }
}
