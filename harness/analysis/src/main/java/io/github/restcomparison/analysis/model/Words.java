package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/** Every sentence about the noise, a verdict, a ratio and a rank, in this order. */
public final class Words {
  /** 5 % is 0.050000000000000044 after a subtraction. */
  private static final double ROUNDING = 1e-6;

  /** From this ratio on, times are easier to read than percent. */
  private static final double TIMES = 1.5;

  private Words() {}

  /** Returns what the A/A control shows. */
  public static String control(Pair control) {
    String what = control.tested().label();
    if (Double.isNaN(control.noiseFloor())) {
      String lost = control.validity().reason();
      return "The A/A control of %s shows no noise floor of %s: %s."
          .formatted(control.a(), what, lost.isEmpty() ? "too few rounds" : lost);
    }
    return "Noise floor %s %%: %s measured twice has %s %s times its own, %s, %d rounds; the margin is %s %%."
        .formatted(
            Numbers.decimals(100 * control.noise().bound(), 1),
            control.a(),
            what,
            Numbers.decimals(control.ratio(), 3),
            interval(control.logRatio().interval(NoiseFloor.CONFIDENCE)),
            control.rounds(),
            Numbers.decimals(100 * control.noise().margin(), 1));
  }

  /** Returns the verdict on a pair with names, numbers and interval: one sentence. */
  static String sentence(Pair pair) {
    String a = pair.a();
    String b = pair.b();
    String label = pair.tested().label();
    return switch (pair.ruling()) {
      case NOT_COMPARABLE ->
          "%s and %s are not comparable by %s: %s."
              .formatted(a, b, label, pair.validity().reason());
      case UNRANKED ->
          "%s and %s are not ranked by %s: %s, %s."
              .formatted(a, b, label, pair.validity().status(), pair.validity().reason());
      case PREVIEW ->
          "%s has %s times the %s of %s (%s)."
              .formatted(a, Numbers.decimals(pair.ratio(), 2), label, b, verdict(pair));
      case BETTER_AT_LEAST, BETTER_SIZE_UNCLEAR ->
          "%s is %s%s: %s."
              .formatted(
                  pair.better(),
                  advantage(pair, pair.other(pair.better())),
                  pair.ruling() == Ruling.BETTER_AT_LEAST
                      ? ""
                      : ", perhaps below the margin of " + margin(pair),
                  tested(pair, pair.better()));
      case EQUIVALENT -> "%s and %s are %s: %s.".formatted(a, b, verdict(pair), ratio(pair, a));
      case NO_DIFFERENCE_SHOWN ->
          "No difference shown between %s and %s: %s; %s."
              .formatted(
                  a,
                  b,
                  tested(pair, a),
                  pair.test().moreRounds() > 0
                      ? "about %d more like these would decide it"
                          .formatted(pair.test().moreRounds())
                      : needsMany());
    };
  }

  /**
   * Returns why a pair is not decided: {@code vertx-rest and jersey-sync not told apart by CPU: the
   * control's noise of 34 % is too large for the 7 rounds left}.
   */
  static String undecided(Pair pair, int roundsLeft) {
    if (pair.isPreview()) {
      return "%s and %s: a verdict takes %d rounds"
          .formatted(pair.a(), pair.b(), Family.FIRST_LOOK);
    }
    if (!pair.better().isEmpty()) {
      return "%s is %s".formatted(pair.better(), advantage(pair, pair.other(pair.better())));
    }
    boolean isSpeed = pair.tested().moreIsBetter();
    String why;
    if (pair.state() == State.OPEN || roundsLeft == 0) {
      int more = pair.test().moreRounds();
      why =
          more > 0
              ? "about %s would decide it".formatted(Numbers.count(more, "more round"))
              : needsMany();
    } else {
      why =
          "%s is too large for the %s left"
              .formatted(noise(pair), Numbers.count(roundsLeft, "round"));
    }
    return "%s and %s not told apart%s: %s"
        .formatted(pair.a(), pair.b(), isSpeed ? "" : " by " + pair.tested().cost(), why);
  }

  private static String needsMany() {
    return "more than %d more rounds would be needed".formatted(Family.MOST_ROUNDS);
  }

  /** The control's noise if it sets the margin, else that of the pair. */
  private static String noise(Pair pair) {
    return pair.test().margin() > NoiseFloor.LEAST_MARGIN
        ? "the control's noise of " + margin(pair)
        : "the noise of %s %%".formatted(percent(pair.interval().high() / pair.ratio() - 1));
  }

  /** Returns the verdict on a pair in a few words: {@code vertx-rest at least 10 % faster}. */
  static String verdict(Pair pair) {
    return switch (pair.ruling()) {
      case UNRANKED -> pair.validity().status().name();
      case NOT_COMPARABLE -> "not comparable";
      case PREVIEW -> "preview: " + Numbers.count(pair.rounds(), "round");
      case BETTER_AT_LEAST, BETTER_SIZE_UNCLEAR -> pair.better() + " " + advantage(pair, "");
      case EQUIVALENT -> "equivalent within " + margin(pair);
      case NO_DIFFERENCE_SHOWN -> "no difference shown";
    };
  }

  private static String advantage(Pair pair, String other) {
    return advantage(pair.tested(), pair.leastPercent(), other);
  }

  /**
   * {@code at least 10 % faster than b}, {@code at least 4.7 times as fast as b}, {@code faster
   * than b, size unclear}.
   *
   * @param percent 0 if the size is unclear
   * @param other empty to leave it out
   */
  private static String advantage(TestedMetric tested, int percent, String other) {
    String than = other.isEmpty() ? "" : " than " + other;
    if (percent == 0) {
      return tested.better() + than + ", size unclear";
    }
    // A cost is never lower by more than 100 %.
    return percent < 100 || !tested.moreIsBetter()
        ? "at least %d %% %s%s".formatted(percent, tested.better(), than)
        : "at least %s times as fast%s"
            .formatted(
                Numbers.decimals((100 + percent) / 10 / 10.0, 1), than.replace(" than ", " as "));
  }

  /** The ratio as the test saw it, with {@code first} above the line. */
  private static String tested(Pair pair, String first) {
    return "%s, p %s%s"
        .formatted(
            ratio(pair, first),
            pair.test().p() < 0.0001 ? "< 0.0001" : "= " + Numbers.decimals(pair.test().p(), 4),
            pair.test().family() == 1
                ? ""
                : " after Holm over %d pairs".formatted(pair.test().family()));
  }

  private static String ratio(Pair pair, String first) {
    return "%s %s/%s %s, %s, %s%s"
        .formatted(
            pair.tested().label(),
            first,
            pair.other(first),
            Numbers.decimals(pair.ratioOf(first), 3),
            interval(pair.intervalOf(first)),
            Numbers.count(pair.rounds(), "round"),
            pair.logRatio().sameInEveryRound() ? ", identical in every round" : "");
  }

  private static String interval(Estimate interval) {
    return "%s %% interval %s to %s"
        .formatted(
            confidence(interval),
            Numbers.decimals(interval.low(), 3),
            Numbers.decimals(interval.high(), 3));
  }

  /** Returns a confidence in percent, rounded down: never more than it is. */
  public static String confidence(Estimate interval) {
    return Numbers.of(Math.floor(1000 * interval.confidence() + ROUNDING) / 10);
  }

  /** Returns the margin in percent, rounded up: never less than was meant. */
  public static String margin(Pair pair) {
    return Numbers.of(Math.ceil(1000 * pair.test().margin() - ROUNDING) / 10) + " %";
  }

  /** Returns what one of a pair is to the other: {@code 4.9 × slower}, {@code 9 % more CPU}. */
  public static String against(Pair pair, String variant) {
    boolean isSpeed = pair.tested().moreIsBetter();
    String cost = pair.tested().cost();
    String better = better(pair);
    if (better.isEmpty()) {
      String within = within(pair);
      return within.isEmpty()
          ? (cost + " not told apart").strip()
          : (isSpeed ? "as fast" : "as much " + cost) + within;
    }
    boolean isBetter = variant.equals(better);
    double ratio = pair.greaterToLesser();
    String times = Numbers.decimals(ratio, 1) + " × ";
    // The worse is slower than the better by less than the better is faster than the worse.
    String more = percent(ratio - 1) + " % ";
    String less = percent(1 - 1 / ratio) + " % ";
    if (isSpeed) {
      return ratio >= TIMES
          ? times + (isBetter ? "as fast" : "slower")
          : isBetter ? more + "faster" : less + "slower";
    }
    return isBetter
        ? less + "less " + cost
        : ratio >= TIMES ? times + "the " + cost : more + "more " + cost;
  }

  /** Returns what the best is to each of the others, a sentence for each metric that is tested. */
  public static List<String> findings(Comparison comparison) {
    return comparison.ranking().stream()
        .flatMap(each -> finding(each, comparison).stream())
        .toList();
  }

  private static Optional<String> finding(Ranking ranking, Comparison comparison) {
    boolean isSpeed = ranking.tested().moreIsBetter();
    String cost = ranking.tested().cost();
    String best = ranking.names().getFirst();
    List<Pair> measured =
        ranking.names().stream()
            .flatMap(name -> comparison.pair(ranking.tested(), best, name).stream())
            .filter(Pair::isMeasured)
            .toList();
    List<String> clauses = new ArrayList<>();
    Map<String, List<String>> within = new LinkedHashMap<>();
    for (Pair pair : measured) {
      String name = pair.other(best);
      boolean isTimes = pair.greaterToLesser() >= TIMES;
      if (!better(pair).equals(best)) {
        within.computeIfAbsent(within(pair), same -> new ArrayList<>()).add(name);
      } else if (isSpeed) {
        clauses.add(more(pair) + (isTimes ? " as fast as " : " faster than ") + name);
      } else if (clauses.isEmpty()) {
        String than = (isTimes ? " the %s of " : " more %s than ").formatted(cost);
        clauses.add(name + " needs " + more(pair) + than + best);
      } else {
        clauses.add(name + " " + more(pair) + (isTimes ? "" : " more"));
      }
    }
    within.forEach(
        (margin, names) -> {
          String alike = ranking.tested().alike() + " as ";
          String open = "not told apart%s from ".formatted(isSpeed ? "" : " by " + cost);
          String same = (margin.isEmpty() ? open : alike) + String.join(", ", names) + margin;
          clauses.add(isSpeed ? same : best + " is " + same);
        });
    return clauses.isEmpty()
        ? Optional.empty()
        : Optional.of((isSpeed ? best + " is " : "") + String.join("; ", clauses));
  }

  /** The better one by the verdict, or in a preview by the figures; empty if neither is. */
  private static String better(Pair pair) {
    return !pair.isPreview()
        ? pair.better()
        : percent(pair.greaterToLesser() - 1).equals("0") ? "" : pair.betterSoFar();
  }

  /** {@code within 5 %} after a space; empty if that was not shown, or the margin is wide. */
  private static String within(Pair pair) {
    return pair.ruling() == Ruling.EQUIVALENT && pair.test().margin() <= NoiseFloor.WIDEST_MARGIN
        ? " within " + margin(pair)
        : "";
  }

  /**
   * {@code 4.9 (4.8 to 5.0) times}, {@code 11 % (10 to 12 %)}: the ratio of the greater to the
   * lesser, or by how much it exceeds 1; with its interval if that says more.
   */
  private static String more(Pair pair) {
    boolean isTimes = pair.greaterToLesser() >= TIMES;
    DoubleFunction<String> format =
        isTimes ? each -> Numbers.decimals(each, 1) : each -> percent(each - 1);
    String unit = isTimes ? "" : " %";
    Estimate interval = pair.intervalOf(pair.ratio() >= 1 ? pair.a() : pair.b());
    String figure = format.apply(pair.greaterToLesser());
    String low = format.apply(interval.low());
    String high = format.apply(interval.high());
    boolean saysMore =
        interval.hasInterval() && !pair.isPreview() && !(low.equals(figure) && high.equals(figure));
    return figure
        + unit
        + (saysMore ? " (%s to %s%s)".formatted(low, high, unit) : "")
        + (isTimes ? " times" : "");
  }

  private static String percent(double share) {
    return Numbers.decimals(100 * share, 0);
  }

  /**
   * Returns what is said of those that share a rank.
   *
   * @param inside the verdicts on every two of them; none of one alone
   */
  static List<String> standing(List<Pair> inside) {
    if (inside.isEmpty()) {
      return List.of();
    }
    if (inside.stream().allMatch(pair -> pair.ruling() == Ruling.EQUIVALENT)) {
      return List.of(verdict(inside.getFirst()));
    }
    if (inside.stream().allMatch(pair -> pair.ruling() == Ruling.NOT_COMPARABLE)) {
      return inside.stream().map(pair -> pair.validity().reason()).distinct().toList();
    }
    if (inside.stream().allMatch(Pair::isPreview)) {
      int fewest = inside.stream().mapToInt(Pair::rounds).min().orElseThrow();
      return List.of("no verdict from " + Numbers.count(fewest, "round"));
    }
    return Stream.concat(Stream.of("not told apart"), inside.stream().map(Words::exception))
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /** What is known of two that share a rank all the same; empty if nothing is. */
  private static String exception(Pair pair) {
    return switch (pair.ruling()) {
      case BETTER_AT_LEAST, BETTER_SIZE_UNCLEAR ->
          "but %s %s".formatted(pair.better(), advantage(pair, pair.other(pair.better())));
      case EQUIVALENT -> "but %s and %s %s".formatted(pair.a(), pair.b(), verdict(pair));
      case UNRANKED, NOT_COMPARABLE -> pair.validity().reason();
      default -> "";
    };
  }

  /** Returns how far each of a rank leads each of the next; {@code percent} 0 is unclear. */
  static String lead(TestedMetric tested, int members, int next, int percent) {
    return (members > 1 ? "each " : "")
        + advantage(tested, percent, next > 1 ? "each of the next" : "the next");
  }
}
