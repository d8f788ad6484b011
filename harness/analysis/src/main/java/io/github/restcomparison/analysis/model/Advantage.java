package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * The size of the better variant's advantage in words, in percent of the worse one: {@code at least
 * 39 % more requests than b}. From twice as many requests on it is a factor. Headlines, ranks,
 * tables and JSON have the same words.
 *
 * @param size {@code at least 39 %}, {@code 4.8}; empty if it is not known
 * @param isTimes whether the size is a factor
 * @param remark the interval and its uncertainty, after the sentence; may be empty
 */
record Advantage(TestedMetric tested, String size, boolean isTimes, String remark) {
  private static final String AT_LEAST = "at least ";

  /** The percentage, 10 times, from which on a factor is rounded to a whole number. */
  private static final int FEW = 900;

  /** Returns the advantage of the better variant, by the verdict or, in a preview, so far. */
  static Advantage of(Pair pair) {
    TestedMetric tested = pair.tested();
    String better = pair.betterSoFar();
    double ratio = pair.ratioOf(better);
    boolean isBeyond = pair.ruling() == Ruling.BETTER_AT_LEAST;
    boolean isLowerBound = pair.validity().lowerBounds().contains(better);
    if (pair.isPreview()) {
      return isLowerBound ? atLeast(tested, tested.percentBetter(ratio), "") : exactly(pair, "");
    }
    Estimate interval = pair.intervalOf(better);
    String hedge = isBeyond ? "" : ", perhaps no more than " + PairSentences.noise(pair);
    return isBeyond || isLowerBound
        ? atLeast(tested, pair.previewPercent(), hedge)
        : exactly(pair, " (%s)%s".formatted(interval(tested, ratio, interval), hedge));
  }

  /** Returns an advantage of at least some percent; of unknown size with 0 percent. */
  static Advantage atLeast(TestedMetric tested, int percent, String remark) {
    boolean isTimes = isTimes(tested, percent / 100.0);
    String size =
        isTimes
            ? times(percent < FEW ? (100 + percent) / 10 / 10.0 : (100 + percent) / 100)
            : Numbers.of(percent) + " %";
    return new Advantage(tested, percent == 0 ? "" : AT_LEAST + size, isTimes, remark);
  }

  /** Returns the smallest of the certain advantages of some pairs, one or more, by one metric. */
  static Advantage smallest(List<Pair> pairs) {
    int percent = pairs.stream().mapToInt(Pair::certainPercent).min().orElseThrow();
    return atLeast(pairs.getFirst().tested(), percent, "");
  }

  private static Advantage exactly(Pair pair, String remark) {
    double ratio = pair.ratioOf(pair.betterSoFar());
    boolean isTimes = isTimes(pair.tested(), pair.tested().advantage(ratio));
    String size = format(pair.tested(), ratio).apply(ratio) + (isTimes ? "" : " %");
    return new Advantage(pair.tested(), size, isTimes, remark);
  }

  private static boolean isTimes(TestedMetric tested, double share) {
    return tested.isHigherBetter() && !tested.thing().isEmpty() && share >= 1;
  }

  /** Returns an interval, the smaller advantage first: {@code 4 to 14 %}. */
  private static String interval(TestedMetric tested, double ratio, Estimate interval) {
    DoubleFunction<String> format = format(tested, ratio);
    String unit = isTimes(tested, tested.advantage(ratio)) ? " times" : " %";
    String low = format.apply(interval.low());
    String high = format.apply(interval.high());
    return (tested.isHigherBetter() ? low + " to " + high : high + " to " + low) + unit;
  }

  private static DoubleFunction<String> format(TestedMetric tested, double ratio) {
    return isTimes(tested, tested.advantage(ratio))
        ? Advantage::times
        : each -> percent(100 * tested.advantage(each));
  }

  private static String times(double times) {
    return Numbers.decimals(times, times < 9.95 ? 1 : 0);
  }

  private static String percent(double percent) {
    return percent < 1 ? Numbers.of(percent) : Numbers.decimals(percent, 0);
  }

  /** Returns {@code at least 39 % more requests than b}; {@code p99} has no noun. */
  String phrase(String other) {
    return join(tested.thing(), other) + remark;
  }

  /** Returns {@code at least 39 % more than b}, after a clause that has the noun. */
  String phraseWithoutThing(String other) {
    return join("", other) + remark;
  }

  /** Returns {@code at least 39 % more requests}, {@code p99 at least 12 % lower}. */
  String phraseWithoutOther() {
    return (tested.thing().isEmpty() ? tested.label() + " " : "")
        + join(tested.thing(), "")
        + remark;
  }

  private String join(String thing, String other) {
    String more = isTimes ? "times as many" : tested.comparative();
    String than = other.isEmpty() ? "" : (isTimes ? "as " : "than ") + other;
    return "%s %s %s %s".formatted(size, more, thing, than).replaceAll(" +", " ").strip();
  }
}
