package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.settings.Count;
import java.util.Set;
import java.util.function.DoubleFunction;

/**
 * The sentences about a pair and the noise; {@link RankSentences} has those about a rank, {@link
 * Findings} those about all pairs. The ruling decides the form, and each form contains the name of
 * its verdict: "at least 39 % more requests", "perhaps no more than the noise", "equivalent
 * within", "not told apart". {@link Advantage} has the size.
 */
public final class PairSentences {
  /**
   * The meaning of every interval of a difference: by Holm's procedure, the probability that any
   * comparison of a metric is falsely told apart is at most 5 %.
   */
  public static final String TOGETHER = "95 % for all comparisons of a metric together";

  /** 5 % is 0.050000000000000044 after a subtraction. */
  private static final double ROUNDING = 1e-6;

  /** The difference, as a share, below which a preview names no better variant. */
  private static final double NEGLIGIBLE = 0.01;

  /** Three rounds of many comparisons have intervals of any width, which measure no noise. */
  private static final double TOO_FEW_ROUNDS = 10;

  private static final String NOISE = "noise ";

  private PairSentences() {}

  /** Returns the noise that the A/A control measured. */
  public static String control(Pair control) {
    String what = control.tested().label();
    if (Double.isNaN(control.noiseFloor())) {
      String lost = control.validity().reason();
      return "The A/A control of %s shows no noise of %s: %s."
          .formatted(control.a(), what, lost.isEmpty() ? "too few rounds" : lost);
    }
    return "Noise %s: the %s of %s, measured twice, has a ratio of %s (95 %% interval: %s), %d rounds; the margin is %s."
        .formatted(
            percentUp(control.noise().bound()),
            what,
            control.a(),
            ratio(control.ratio()),
            bounds(control.logRatio().interval(NoiseFloor.CONFIDENCE)),
            control.rounds(),
            percentUp(control.noise().margin()));
  }

  /**
   * Returns the verdict with names and size, without a full stop: {@code a answers at least 39 %
   * more requests than b}, {@code a and b are equivalent within 5 % by throughput}.
   */
  static String headline(Pair pair) {
    return hasAdvantage(pair)
        ? "%s %s %s%s"
            .formatted(
                pair.betterSoFar(),
                pair.tested().verb(),
                Advantage.of(pair).phrase(pair.otherVariant(pair.betterSoFar())),
                preview(pair))
        : "%s and %s are %s".formatted(pair.a(), pair.b(), relation(pair));
  }

  /** Returns the headline and the numbers that support it: one sentence. */
  static String sentence(Pair pair) {
    return switch (pair.ruling()) {
      case UNRANKED, NOT_COMPARABLE, PREVIEW -> headline(pair) + ".";
      case EQUIVALENT -> "%s: %s.".formatted(headline(pair), ratio(pair, pair.a()));
      case BETTER_AT_LEAST, BETTER_SIZE_UNCLEAR, NOT_TOLD_APART ->
          "%s: %s, %s.".formatted(headline(pair), ratio(pair, pair.betterSoFar()), pValue(pair));
    };
  }

  /** Returns the verdict in a few words: {@code vertx-rest: at least 10 % more requests}. */
  static String verdict(Pair pair) {
    return switch (pair.ruling()) {
      case UNRANKED -> pair.validity().status().name();
      case NOT_COMPARABLE -> "not comparable";
      case PREVIEW -> "preview: " + Count.of(pair.rounds(), "round");
      case BETTER_AT_LEAST, BETTER_SIZE_UNCLEAR ->
          pair.better() + ": " + Advantage.of(pair).phraseWithoutOther();
      case EQUIVALENT, NOT_TOLD_APART -> withoutAdvantage(pair, "") + advice(pair);
    };
  }

  /**
   * Returns how one of a pair compares with the other: {@code at least 9 % more requests} for the
   * better one, {@code a: at least 9 % more requests} for the other, which a exceeds.
   */
  public static String compared(Pair pair, String variant) {
    if (!hasAdvantage(pair)) {
      String what =
          switch (pair.ruling()) {
            case UNRANKED -> "not ranked";
            case NOT_COMPARABLE -> "not comparable";
            default -> withoutAdvantage(pair, "");
          };
      return what + byMetric(pair);
    }
    String better = pair.betterSoFar();
    return (pair.isPreview() ? "preview: " : "")
        + (variant.equals(better) ? "" : better + ": ")
        + Advantage.of(pair).phraseWithoutOther();
  }

  /**
   * Returns why a pair is not decided: {@code a and b are not told apart by CPU per request (noise
   * 34 %), which is too much for the 7 rounds left}.
   */
  static String undecided(Pair pair, int roundsLeft) {
    if (pair.isPreview()) {
      return "%s and %s: a verdict takes %d rounds"
          .formatted(pair.a(), pair.b(), Family.MIN_ROUNDS);
    }
    boolean isHopeless =
        pair.ruling() == Ruling.NOT_TOLD_APART && pair.state() == State.CLOSED && roundsLeft > 0;
    return isHopeless
        ? "%s and %s are %s, which is too much for the %s left"
            .formatted(
                pair.a(),
                pair.b(),
                withoutAdvantage(pair, byMetric(pair)),
                Count.of(roundsLeft, "round"))
        : headline(pair);
  }

  /** Returns whether one is better: by the verdict, or in a preview by the figures. */
  static boolean hasAdvantage(Pair pair) {
    return pair.isPreview()
        ? pair.largerToSmaller() - 1 >= NEGLIGIBLE
            && Set.of(pair.betterSoFar()).containsAll(pair.validity().lowerBounds())
        : !pair.better().isEmpty();
  }

  /** Returns how two variants compare if neither is better, with the metric and advice. */
  static String relation(Pair pair) {
    return switch (pair.ruling()) {
      case UNRANKED ->
          "not ranked%s: %s, %s"
              .formatted(byMetric(pair), pair.validity().status(), pair.validity().reason());
      case NOT_COMPARABLE ->
          "not comparable%s: %s".formatted(byMetric(pair), pair.validity().reason());
      default -> withoutAdvantage(pair, byMetric(pair)) + advice(pair) + preview(pair);
    };
  }

  /** Returns whether it is noise that does not tell a pair apart. */
  static boolean isNoisy(Pair pair) {
    return pair.ruling() == Ruling.NOT_TOLD_APART && obstacle(pair).startsWith(NOISE);
  }

  static String byMetric(Pair pair) {
    return " by " + pair.tested().label();
  }

  static String preview(Pair pair) {
    return pair.isPreview() ? " (%s: no verdict)".formatted(Count.of(pair.rounds(), "round")) : "";
  }

  /**
   * Returns {@code equivalent within 5 % by throughput}, {@code not told apart by p99 (noise 12
   * %)}.
   */
  private static String withoutAdvantage(Pair pair, String by) {
    return switch (pair.ruling()) {
      case EQUIVALENT -> "equivalent within %s%s".formatted(margin(pair), by);
      case PREVIEW ->
          pair.validity().lowerBounds().isEmpty()
              ? "less than 1 % apart" + by
              : "not told apart%s (limited by the load generator)".formatted(by);
      default -> "not told apart%s (%s)".formatted(by, obstacle(pair));
    };
  }

  /**
   * Returns {@code noise 12 %}, of the control or the pair, whichever is more; {@code whole
   * milliseconds}; {@code 3 rounds are too few for 28 comparisons}.
   */
  private static String obstacle(Pair pair) {
    double reach = reach(pair);
    double margin = pair.test().margin();
    if (pair.isCoarse() && reach < margin) {
      return "whole milliseconds";
    }
    if (reach > TOO_FEW_ROUNDS) {
      return "%s are too few for %s"
          .formatted(
              Count.of(pair.rounds(), "round"), Count.of(pair.test().family(), "comparison"));
    }
    return !pair.test().marginIsNoise() && margin > NoiseFloor.WIDEST_MARGIN
        ? "margin " + margin(pair)
        : NOISE + percentUp(noiseOf(pair));
  }

  /** Returns the noise of the control or of the pair, whichever is more, as a share. */
  static double noiseOf(Pair pair) {
    return pair.test().marginIsNoise() ? Math.max(pair.test().margin(), reach(pair)) : reach(pair);
  }

  private static double reach(Pair pair) {
    return pair.interval().high() / pair.ratio() - 1;
  }

  /** Returns how to decide a pair; empty if it is decided, or the control is too noisy. */
  private static String advice(Pair pair) {
    if (pair.ruling() != Ruling.NOT_TOLD_APART
        || pair.isCoarse()
        || pair.test().margin() > NoiseFloor.WIDEST_MARGIN) {
      return "";
    }
    int more = pair.test().moreRounds();
    return more > 0
        ? "; about %s would decide".formatted(Count.of(more, "more round"))
        : "; more than %d more rounds would be needed".formatted(Family.MAX_ROUNDS);
  }

  /** Returns the tested ratio of {@code first} to the other. */
  private static String ratio(Pair pair, String first) {
    Estimate interval = pair.intervalOf(first);
    int family = pair.test().family();
    String level =
        pair.ruling() == Ruling.EQUIVALENT
            ? confidence(interval) + " % interval of equivalence"
            : family == 1
                ? "95 % interval"
                : "interval, 95 %% for all %d comparisons together".formatted(family);
    return "%s %s/%s %s (%s: %s), %s%s"
        .formatted(
            pair.tested().label(),
            first,
            pair.otherVariant(first),
            ratio(pair.ratioOf(first)),
            level,
            bounds(interval),
            Count.of(pair.rounds(), "round"),
            pair.logRatio().sameInEveryRound() ? ", identical in every round" : "");
  }

  private static String pValue(Pair pair) {
    double p = pair.test().p();
    return "p " + (p < 0.0001 ? "< 0.0001" : "= " + Numbers.decimals(p, 4));
  }

  private static String bounds(Estimate interval) {
    return "%s to %s".formatted(ratio(interval.low()), ratio(interval.high()));
  }

  /** Returns the interval of one of a pair to the other with three decimals. */
  public static String interval(Pair pair, String first) {
    return interval(pair, first, PairSentences::ratio);
  }

  /**
   * Returns the interval of one of a pair to the other, for a table: {@link #TOGETHER}. An interval
   * of equivalence has a separate confidence: {@code 90 %: 0.989 to 1.013}.
   */
  public static String interval(Pair pair, String first, DoubleFunction<String> format) {
    Estimate interval = pair.intervalOf(first);
    if (!interval.hasInterval()) {
      return Numbers.NOT_MEASURED;
    }
    return (pair.ruling() == Ruling.EQUIVALENT ? confidence(interval) + " %: " : "")
        + "%s to %s".formatted(format.apply(interval.low()), format.apply(interval.high()));
  }

  /** Returns a ratio with three decimals. */
  public static String ratio(double ratio) {
    return Numbers.decimals(ratio, 3);
  }

  /** Returns a confidence in percent, rounded down. */
  private static String confidence(Estimate interval) {
    return Numbers.of(Math.floor(1000 * interval.confidence() + ROUNDING) / 10);
  }

  /** Returns the margin in percent, rounded up. */
  public static String margin(Pair pair) {
    return percentUp(pair.test().margin());
  }

  /** Returns a share in percent, rounded up. */
  static String percentUp(double share) {
    return Numbers.of(Math.ceil(1000 * share - ROUNDING) / 10) + " %";
  }

  /** Returns {@code the noise of 6.3 %}, or {@code the margin of 5 %} if the noise is smaller. */
  static String noise(Pair pair) {
    return (pair.test().marginIsNoise() ? "the noise of " : "the margin of ") + margin(pair);
  }

  /** Returns the advantage of the better one without names: {@code at least 9.8 times as many}. */
  public static String size(Pair pair) {
    return Advantage.of(pair).phraseWithoutThing("") + preview(pair);
  }

  /** Returns {@code at least 74 % more requests than b}: a lead without a test of rounds. */
  public static String atLeast(TestedMetric tested, int percent, String other) {
    return Advantage.atLeast(tested, percent, "").phrase(other);
  }
}
