package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * What two variants are to each other by one metric, in the words that people use: times for much,
 * percent for little.
 *
 * @param better of the two, by the verdict; of a preview by its figures; empty where neither is
 * @param ratio of the greater figure to the lesser, as the pair's test saw it: 1 or more
 * @param interval of the ratio; absent in a preview
 * @param margin in percent, within which they are equivalent; empty where that was not shown, or so
 *     wide that it says nothing
 */
public record Contrast(
    Optional<String> better, double ratio, Optional<Interval> interval, Optional<String> margin) {
  /** From here on people speak of times, and below of percent. */
  private static final double TIMES = 1.5;

  /** A preview's lesser difference would be shown as 0 %. */
  private static final double SEEN = 1.005;

  /** Within more than this nobody would call two alike: they are not told apart. */
  private static final double WIDEST = 0.25;

  /** 5 % is 0.050000000000000044 after a subtraction. */
  private static final double ROUNDING = 1e-6;

  /** Of two variants, in either order; empty where they have no figures that can be compared. */
  public static Optional<Contrast> of(
      List<PairVerdict> pairs, TestedMetric tested, String one, String other) {
    return pairs.stream()
        .filter(pair -> pair.tested() == tested && pair.ratio().isPresent())
        .filter(
            pair ->
                pair.a().equals(one) && pair.b().equals(other)
                    || pair.a().equals(other) && pair.b().equals(one))
        .findFirst()
        .map(Contrast::of);
  }

  private static Contrast of(PairVerdict pair) {
    double ratio = pair.ratio().getAsDouble();
    boolean isAGreater = ratio >= 1;
    String greater = isAGreater ? pair.a() : pair.b();
    String lesser = isAGreater ? pair.b() : pair.a();
    boolean isPreview = pair.ruling() instanceof Verdict.Indicative;
    Optional<Interval> interval =
        isPreview ? Optional.empty() : pair.evidence().flatMap(evidence -> evidence.interval());
    return new Contrast(
        switch (pair.ruling()) {
          case Verdict.BetterAtLeast verdict -> Optional.of(verdict.better());
          case Verdict.BetterSizeUnclear verdict -> Optional.of(verdict.better());
          case Verdict.Indicative preview ->
              Optional.of(pair.tested().moreIsBetter() ? greater : lesser)
                  .filter(any -> Math.max(ratio, 1 / ratio) >= SEEN);
          default -> Optional.empty();
        },
        isAGreater ? ratio : 1 / ratio,
        isAGreater ? interval : interval.map(Interval::reciprocal),
        pair.ruling() instanceof Verdict.EquivalentWithin(double within, Interval ninety)
                && within <= WIDEST
            ? Optional.of(Numbers.of(Math.ceil(1e3 * within - ROUNDING) / 10) + " %")
            : Optional.empty());
  }

  /** Whether one of the two is better. */
  boolean isBetter(String variant) {
    return better.filter(variant::equals).isPresent();
  }

  /** Whether it is so much that people speak of times. */
  boolean isTimes() {
    return ratio >= TIMES;
  }

  /** {@code 4.9 (4.8 to 5.0)}: how many times the lesser the greater is. */
  String times() {
    return withInterval(each -> String.format(Locale.ROOT, "%.1f", each), "");
  }

  /** {@code 11 % (10 to 12 %)}: by how much the greater exceeds the lesser. */
  String percentMore() {
    return withInterval(each -> percent(each - 1), " %");
  }

  /** The interval where it says more than the figure. */
  private String withInterval(DoubleFunction<String> format, String unit) {
    String figure = format.apply(ratio);
    return figure
        + unit
        + interval
            .map(each -> List.of(format.apply(each.low()), format.apply(each.high())))
            .filter(ends -> !ends.stream().allMatch(figure::equals))
            .map(ends -> " (%s to %s%s)".formatted(ends.getFirst(), ends.getLast(), unit))
            .orElse("");
  }

  /**
   * What a variant is to another one, in two words: {@code 4.9 × slower}, {@code 9 % more CPU}.
   *
   * @param variant of the two
   */
  public String inShort(TestedMetric tested, String variant) {
    boolean isSpeed = tested == TestedMetric.THROUGHPUT;
    if (better.isEmpty()) {
      return margin
          .map(within -> (isSpeed ? "as fast" : "as much CPU") + " within " + within)
          .orElse(isSpeed ? "not told apart" : "CPU not told apart");
    }
    boolean isBetter = isBetter(variant);
    if (isTimes()) {
      String times = String.format(Locale.ROOT, "%.1f", ratio);
      return isSpeed
          ? times + (isBetter ? " × as fast" : " × slower")
          : isBetter ? percent(1 - 1 / ratio) + " % less CPU" : times + " × the CPU";
    }
    // The worse is slower than the better by less than the better is faster than the worse.
    return isSpeed
        ? isBetter ? percent(ratio - 1) + " % faster" : percent(1 - 1 / ratio) + " % slower"
        : isBetter ? percent(1 - 1 / ratio) + " % less CPU" : percent(ratio - 1) + " % more CPU";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f", 100 * share);
  }
}
