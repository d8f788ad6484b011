package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Ranking.Member;
import io.github.restcomparison.analysis.model.Ranking.Rank;
import io.github.restcomparison.analysis.model.Ranking.Relation;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every sentence about a verdict, a ratio and a rank: first pairs, then rankings. {@link
 * ExperimentWords} has those about the experiment as a whole.
 */
public final class Words {
  /** 5 % is 0.050000000000000044 after a subtraction. */
  private static final double ROUNDING = 1e-6;

  /** Two rounds may have an interval from 0 to billions: it would say nothing. */
  private static final double WIDEST_INTERVAL = 10;

  /** From here on people speak of times, and below of percent. */
  private static final double TIMES = 1.5;

  /** A preview's lesser difference would be shown as 0 %. */
  private static final double LEAST_SHOWN = 1.005;

  /** Within more than this nobody would call two alike: they are not told apart. */
  private static final double WIDEST_MARGIN = 0.25;

  /** More exceptions than this are for the table of pairs. */
  private static final int MOST_EXCEPTIONS = 3;

  private Words() {}

  // Pairs

  /** The verdict on a pair with names, numbers and interval: one sentence. */
  static String sentence(PairVerdict pair) {
    String a = pair.a();
    String b = pair.b();
    String label = pair.tested().label();
    return switch (pair.ruling()) {
      case Verdict.Unranked(Status status, String reason) ->
          "%s and %s are not ranked by %s: %s, %s.".formatted(a, b, label, status, reason);
      case Verdict.Indicative(int rounds) ->
          "%s has %s times the %s of %s (preview: %s; a verdict takes %d)."
              .formatted(a, times(pair), label, b, rounds(rounds), PairwiseTests.FIRST_LOOK);
      case Verdict.BetterAtLeast(String better, int percent) ->
          "%s is %s: %s."
              .formatted(
                  better,
                  atLeast(pair.tested(), percent, pair.other(better)),
                  tested(pair, better));
      case Verdict.BetterSizeUnclear(String better, double margin) ->
          "%s is %s than %s, size unclear, perhaps below the margin of %s: %s."
              .formatted(
                  better,
                  pair.tested().better(),
                  pair.other(better),
                  margin(margin),
                  tested(pair, better));
      case Verdict.EquivalentWithin(double margin, Interval interval) ->
          "%s and %s are equivalent within %s: %s%s."
              .formatted(a, b, margin(margin), ratio(pair, a, interval), ofRounds(pair));
      case Verdict.NoDifferenceShown(double margin, int more) ->
          "No difference shown between %s and %s: %s; %s."
              .formatted(
                  a,
                  b,
                  tested(pair, a),
                  more > 0
                      ? "about %d more like these would decide it".formatted(more)
                      : "too close to the margin of %s for rounds to decide it"
                          .formatted(margin(margin)));
    };
  }

  /** The verdict on a pair in a few words: {@code vertx-rest at least 10 % faster}. */
  static String verdict(PairVerdict pair) {
    return switch (pair.ruling()) {
      case Verdict.Unranked unranked -> unranked.status().name();
      case Verdict.Indicative(int rounds) -> "preview: " + rounds(rounds);
      case Verdict.BetterAtLeast(String better, int percent) ->
          better + " " + atLeast(pair.tested(), percent);
      case Verdict.BetterSizeUnclear unclear ->
          "%s %s, size unclear".formatted(unclear.better(), pair.tested().better());
      case Verdict.EquivalentWithin within -> "equivalent within " + margin(within.margin());
      case Verdict.NoDifferenceShown shown -> "no difference shown";
    };
  }

  /** What one of a pair is to the other: {@code 4.9 × slower}, {@code 9 % more CPU}. */
  public static String against(PairVerdict pair, String variant) {
    boolean isSpeed = pair.tested() == TestedMetric.THROUGHPUT;
    String better = better(pair);
    if (better.isEmpty()) {
      String within = within(pair);
      return within.isEmpty()
          ? isSpeed ? "not told apart" : "CPU not told apart"
          : (isSpeed ? "as fast" : "as much CPU") + within;
    }
    boolean isBetter = variant.equals(better);
    double ratio = greaterToLesser(pair);
    String less = percent(1 - 1 / ratio);
    if (ratio >= TIMES) {
      String times = Numbers.decimals(ratio, 1);
      return isSpeed
          ? times + (isBetter ? " × as fast" : " × slower")
          : isBetter ? less + " % less CPU" : times + " × the CPU";
    }
    // The worse is slower than the better by less than the better is faster than the worse.
    String more = percent(ratio - 1);
    return isSpeed
        ? isBetter ? more + " % faster" : less + " % slower"
        : isBetter ? less + " % less CPU" : more + " % more CPU";
  }

  /** Who is better: by the verdict, or in a preview by the figures; empty if neither is. */
  private static String better(PairVerdict pair) {
    if (!pair.isPreview()) {
      return pair.ruling().better();
    }
    return greaterToLesser(pair) < LEAST_SHOWN
        ? ""
        : pair.tested().firstIsBetter(pair.ratio()) ? pair.a() : pair.b();
  }

  private static double greaterToLesser(PairVerdict pair) {
    return Math.max(pair.ratio(), 1 / pair.ratio());
  }

  /** {@code within 5 %} after a space; empty if that was not shown, or says nothing. */
  private static String within(PairVerdict pair) {
    return pair.ruling() instanceof Verdict.EquivalentWithin(double margin, Interval interval)
            && margin <= WIDEST_MARGIN
        ? " within " + margin(margin)
        : "";
  }

  /** {@code at least 10 % faster}, {@code at least 4.7 times as fast}. */
  private static String atLeast(TestedMetric tested, int percent) {
    return isTimes(tested, percent)
        ? "at least %s times as fast".formatted(Numbers.decimals((100 + percent) / 10 / 10.0, 1))
        : "at least %d %% %s".formatted(percent, tested.better());
  }

  private static String atLeast(TestedMetric tested, int percent, String other) {
    return atLeast(tested, percent) + (isTimes(tested, percent) ? " as " : " than ") + other;
  }

  /** A cost is never lower by more than 100 %. */
  private static boolean isTimes(TestedMetric tested, int percent) {
    return tested.moreIsBetter() && percent >= 100;
  }

  private static String times(PairVerdict pair) {
    Interval interval = pair.adjusted();
    return Numbers.decimals(pair.logRatio().ratio(), 2)
        + (interval.high() <= WIDEST_INTERVAL * interval.low()
            ? " (%s %% interval %s to %s)"
                .formatted(
                    confidence(interval),
                    Numbers.decimals(interval.low(), 2),
                    Numbers.decimals(interval.high(), 2))
            : "");
  }

  /** The ratio as the test saw it, with {@code first} above the line. */
  private static String tested(PairVerdict pair, String first) {
    double p = pair.adjustedP();
    return "%s, p %s%s%s"
        .formatted(
            ratio(pair, first, pair.seenFrom(first, pair.adjusted())),
            p < 0.0001 ? "< 0.0001" : "= " + Numbers.decimals(p, 4),
            pair.family() == 1 ? "" : " after Holm over %d pairs".formatted(pair.family()),
            ofRounds(pair));
  }

  private static String ratio(PairVerdict pair, String first, Interval interval) {
    return "%s %s/%s %s, %s %% interval %s to %s"
        .formatted(
            pair.tested().label(),
            first,
            pair.other(first),
            Numbers.decimals(pair.ratioOf(first), 3),
            confidence(interval),
            Numbers.decimals(interval.low(), 3),
            Numbers.decimals(interval.high(), 3));
  }

  private static String ofRounds(PairVerdict pair) {
    return ", %d rounds%s"
        .formatted(
            pair.rounds(), pair.logRatio().sameInEveryRound() ? ", identical in every round" : "");
  }

  private static String rounds(int rounds) {
    return rounds == 1 ? "one round" : rounds + " rounds";
  }

  /** A confidence in percent, rounded down: never more than it is. */
  public static String confidence(Interval interval) {
    return Numbers.of(Math.floor(1000 * interval.confidence() + ROUNDING) / 10);
  }

  /** A margin in percent, rounded up: never less than was meant. */
  private static String margin(double share) {
    return Numbers.of(Math.ceil(1000 * share - ROUNDING) / 10) + " %";
  }

  private static String percent(double share) {
    return Numbers.decimals(100 * share, 0);
  }

  // Rankings

  /** What the best of a ranking is to each of the others; empty if it can be compared to none. */
  static Optional<String> finding(Ranking ranking, Comparison comparison) {
    TestedMetric tested = ranking.tested();
    boolean isSpeed = tested == TestedMetric.THROUGHPUT;
    String best = ranking.names().getFirst();
    List<String> clauses = new ArrayList<>();
    Map<String, List<String>> alike = new LinkedHashMap<>();
    for (String name : ranking.names().subList(1, ranking.names().size())) {
      comparison
          .pair(tested, best, name)
          .filter(PairVerdict::isMeasured)
          .ifPresent(
              pair -> {
                if (!better(pair).equals(best)) {
                  alike.computeIfAbsent(within(pair), same -> new ArrayList<>()).add(name);
                } else if (isSpeed) {
                  clauses.add(faster(pair, name));
                } else {
                  clauses.add(dearer(pair, name, clauses.isEmpty() ? best : ""));
                }
              });
    }
    alike.forEach(
        (within, names) -> clauses.add(alike(isSpeed, best, String.join(", ", names), within)));
    return clauses.isEmpty()
        ? Optional.empty()
        : Optional.of((isSpeed ? best + " is " : "") + String.join("; ", clauses));
  }

  private static String faster(PairVerdict pair, String slower) {
    return greaterToLesser(pair) >= TIMES
        ? "%s times as fast as %s".formatted(timesMore(pair), slower)
        : "%s faster than %s".formatted(percentMore(pair), slower);
  }

  /**
   * {@code b needs 20 % more CPU than a}; after the first, without {@code than}: {@code c 30 %
   * more}.
   */
  private static String dearer(PairVerdict pair, String dearer, String than) {
    boolean isTimes = greaterToLesser(pair) >= TIMES;
    String more = isTimes ? timesMore(pair) + " times" : percentMore(pair) + " more";
    return than.isEmpty()
        ? dearer + " " + more
        : "%s needs %s %s %s".formatted(dearer, more, isTimes ? "the CPU of" : "CPU than", than);
  }

  private static String alike(boolean isSpeed, String best, String names, String within) {
    if (within.isEmpty()) {
      String apart = "not told apart from " + names;
      return isSpeed ? apart : "%s is %s by CPU".formatted(best, apart);
    }
    return isSpeed
        ? "as fast as " + names + within
        : "%s and %s need the same CPU%s".formatted(best, names, within);
  }

  /** {@code 4.9 (4.8 to 5.0)}: how many times the lesser the greater is. */
  private static String timesMore(PairVerdict pair) {
    return withInterval(pair, each -> Numbers.decimals(each, 1), "");
  }

  /** {@code 11 % (10 to 12 %)}: by how much the greater exceeds the lesser. */
  private static String percentMore(PairVerdict pair) {
    return withInterval(pair, each -> percent(each - 1), " %");
  }

  /** The ratio of the greater to the lesser, and its interval if that says more. */
  private static String withInterval(PairVerdict pair, DoubleFunction<String> format, String unit) {
    String figure = format.apply(greaterToLesser(pair));
    Interval interval = pair.seenFrom(pair.ratio() >= 1 ? pair.a() : pair.b(), pair.adjusted());
    String low = format.apply(interval.low());
    String high = format.apply(interval.high());
    boolean saysMore =
        interval.exists() && !pair.isPreview() && !(low.equals(figure) && high.equals(figure));
    return figure + unit + (saysMore ? " (%s to %s%s)".formatted(low, high, unit) : "");
  }

  /** Why a variant has no figure of a metric. */
  static String unranked(Variant variant, TestedMetric tested) {
    return variant.status() == Status.VALID
        ? tested.label() + " was not measured"
        : "%s: %s".formatted(variant.status(), variant.reason());
  }

  /** What is said of those that share a rank; empty of one. */
  static String standing(Relation relation, List<PairVerdict> inside) {
    return switch (relation) {
      case ALONE -> "";
      case EQUIVALENT ->
          inside.stream()
              .max(Comparator.comparingDouble(Words::marginOf))
              .map(PairVerdict::verdict)
              .orElseThrow();
      case NO_VERDICT ->
          "no verdict from "
              + rounds(inside.stream().mapToInt(PairVerdict::rounds).min().orElseThrow());
      case NOT_TOLD_APART -> "not told apart";
    };
  }

  private static double marginOf(PairVerdict pair) {
    return ((Verdict.EquivalentWithin) pair.ruling()).margin();
  }

  /** What is known of two that share a rank all the same. */
  static List<String> exceptions(List<PairVerdict> inside) {
    List<String> known =
        inside.stream().map(Words::exception).filter(each -> !each.isEmpty()).toList();
    return known.size() <= MOST_EXCEPTIONS
        ? known
        : List.of(
            "but %d of their %d pairs are: see the table of pairs"
                .formatted(known.size(), inside.size()));
  }

  private static String exception(PairVerdict pair) {
    return switch (pair.ruling()) {
      case Verdict.BetterAtLeast(String better, int percent) ->
          "but %s %s".formatted(better, atLeast(pair.tested(), percent, pair.other(better)));
      case Verdict.BetterSizeUnclear unclear ->
          "but %s %s than %s, size unclear"
              .formatted(unclear.better(), pair.tested().better(), pair.other(unclear.better()));
      case Verdict.EquivalentWithin equivalent ->
          "but %s and %s %s".formatted(pair.a(), pair.b(), pair.verdict());
      case Verdict.Unranked unranked -> unranked.reason();
      default -> "";
    };
  }

  /** How far each of a rank leads each of the next; {@code percent} is 0 if that is unclear. */
  static String lead(TestedMetric tested, int members, int next, int percent) {
    String below = next > 1 ? "each of the next" : "the next";
    return (members > 1 ? "each " : "")
        + (percent > 0
            ? atLeast(tested, percent, below)
            : "%s than %s, size unclear".formatted(tested.better(), below));
  }

  /** A rank in a line. */
  static String rank(Rank rank) {
    String standing =
        rank.relation() == Relation.NO_VERDICT
            ? rank.standing()
            : rank.ordinal() + (rank.standing().isEmpty() ? "" : ", " + rank.standing());
    return Stream.of(
            rank.members().stream().map(Words::member),
            rank.within().stream(),
            Stream.of(rank.lead()).filter(lead -> !lead.isEmpty()))
        .flatMap(each -> each)
        .collect(Collectors.joining("; ", standing + ": ", ""));
  }

  /** {@code vertx-rest 9,878/s (9,850 to 9,900), 98.8 % of the ceiling}. */
  private static String member(Member member) {
    String ofCeiling =
        Double.isNaN(member.percentOfCeiling())
            ? ""
            : ", %s %% of the ceiling".formatted(Numbers.of(member.percentOfCeiling()));
    return member.variant() + " " + member.stated() + ofCeiling;
  }

  /** {@code 2nd}. */
  static String ordinal(int place) {
    boolean teen = place / 10 % 10 == 1;
    return place
        + switch (teen ? 0 : place % 10) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
  }
}
