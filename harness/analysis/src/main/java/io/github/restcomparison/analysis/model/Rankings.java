package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Ranking.Member;
import io.github.restcomparison.analysis.model.Ranking.Rank;
import io.github.restcomparison.analysis.model.Ranking.Relation;
import io.github.restcomparison.analysis.model.Ranking.Unranked;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.Verdict;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** From the verdicts of the pairs of one metric to the ranking by it. */
final class Rankings {

  /** More exceptions than this are for the table of pairs. */
  private static final int MOST_EXCEPTIONS = 3;

  /** What all rounds together reach is a sum of powers of 1/2, but for rounding. */
  private static final double ROUNDING = 1e-9;

  private final TestedMetric tested;
  private final RunMetric metric;
  private final List<PairVerdict> pairs;
  private final List<VariantSummary> ranked;
  private final List<VariantSummary> others;

  private Rankings(TestedMetric tested, List<VariantSummary> variants, List<PairVerdict> pairs) {
    this.tested = tested;
    this.metric = RunMetrics.of(tested);
    this.pairs = pairs.stream().filter(pair -> pair.tested() == tested).toList();
    Comparator<VariantSummary> ascending = Comparator.comparingDouble(this::median);
    this.ranked =
        variants.stream()
            .filter(each -> metric.of(each.ranked()).length > 0)
            .sorted(tested.moreIsBetter() ? ascending.reversed() : ascending)
            .toList();
    this.others = variants.stream().filter(each -> !ranked.contains(each)).toList();
  }

  /**
   * By throughput, then by the CPU of the service. A metric that fewer than two variants have a
   * figure of ranks nobody.
   *
   * @param pairs their verdicts, by all metrics
   */
  static List<Ranking> of(List<VariantSummary> variants, List<PairVerdict> pairs) {
    return Stream.of(TestedMetric.values())
        .map(tested -> new Rankings(tested, variants, pairs))
        .filter(each -> each.ranked.size() > 1 && !each.pairs.isEmpty())
        .map(Rankings::ranking)
        .toList();
  }

  private double median(VariantSummary variant) {
    return metric.median(variant.ranked());
  }

  private Ranking ranking() {
    List<List<String>> groups =
        RankGroups.of(ranked.stream().map(VariantSummary::name).toList(), this::isBetter);
    List<Rank> ranks = new ArrayList<>();
    int above = 0;
    for (int i = 0; i < groups.size(); i++) {
      List<String> next = i + 1 < groups.size() ? groups.get(i + 1) : List.of();
      ranks.add(rank(above + 1, groups.get(i), next));
      above += groups.get(i).size();
    }
    return new Ranking(tested, ranks, others.stream().map(this::unranked).toList());
  }

  private Unranked unranked(VariantSummary variant) {
    return new Unranked(
        variant.name(),
        variant.status() == Status.VALID
            ? tested.label() + " was not measured"
            : "%s: %s".formatted(variant.status(), variant.reason()));
  }

  private boolean isBetter(String one, String other) {
    return pair(one, other).flatMap(Rankings::better).filter(one::equals).isPresent();
  }

  private Optional<PairVerdict> pair(String one, String other) {
    return pairs.stream()
        .filter(
            pair ->
                pair.a().equals(one) && pair.b().equals(other)
                    || pair.a().equals(other) && pair.b().equals(one))
        .findFirst();
  }

  private static Optional<String> better(PairVerdict pair) {
    return switch (pair.ruling()) {
      case Verdict.BetterAtLeast verdict -> Optional.of(verdict.better());
      case Verdict.BetterSizeUnclear verdict -> Optional.of(verdict.better());
      default -> Optional.empty();
    };
  }

  private Rank rank(int place, List<String> names, List<String> next) {
    List<PairVerdict> inside =
        pairs.stream()
            .filter(pair -> names.contains(pair.a()) && names.contains(pair.b()))
            .toList();
    Relation relation = relation(inside);
    OptionalInt percent = leadPercent(names, next);
    return new Rank(
        place,
        relation,
        standing(relation, inside),
        names.stream().map(this::member).toList(),
        relation == Relation.NOT_TOLD_APART ? exceptions(inside) : List.of(),
        percent,
        next.isEmpty() ? Optional.empty() : Optional.of(lead(names, next, percent)));
  }

  private static Relation relation(List<PairVerdict> inside) {
    if (inside.isEmpty()) {
      return Relation.ALONE;
    }
    if (inside.stream().allMatch(pair -> pair.ruling() instanceof Verdict.EquivalentWithin)) {
      return Relation.EQUIVALENT;
    }
    return inside.stream().allMatch(pair -> pair.ruling() instanceof Verdict.Indicative)
        ? Relation.NO_VERDICT
        : Relation.NOT_TOLD_APART;
  }

  private static Optional<String> standing(Relation relation, List<PairVerdict> inside) {
    return switch (relation) {
      case ALONE -> Optional.empty();
      case EQUIVALENT ->
          inside.stream()
              .max(Comparator.comparingDouble(Rankings::margin))
              .map(PairVerdict::verdict);
      case NO_VERDICT -> {
        int rounds = inside.stream().mapToInt(pair -> pair.rounds().orElse(0)).min().orElse(0);
        yield Optional.of(
            "no verdict from " + (rounds == 1 ? "one round" : Numbers.count(rounds, "round")));
      }
      case NOT_TOLD_APART -> Optional.of("not told apart");
    };
  }

  /** That within which a pair was found equivalent, in the round in which that was. */
  private static double margin(PairVerdict pair) {
    return ((Verdict.EquivalentWithin) pair.ruling()).margin();
  }

  /** What is known of two that share a rank all the same. */
  private List<String> exceptions(List<PairVerdict> inside) {
    List<String> known = inside.stream().flatMap(pair -> exception(pair).stream()).toList();
    return known.size() <= MOST_EXCEPTIONS
        ? known
        : List.of(
            "but %d of their %d pairs are: see the table of pairs"
                .formatted(known.size(), inside.size()));
  }

  private static Optional<String> exception(PairVerdict pair) {
    return switch (pair.ruling()) {
      case Verdict.BetterAtLeast(String better, int percent) ->
          Optional.of(
              "but %s %s".formatted(better, pair.tested().atLeast(percent, other(pair, better))));
      case Verdict.BetterSizeUnclear unclear ->
          Optional.of(
              "but %s %s than %s, size unclear"
                  .formatted(
                      unclear.better(), pair.tested().better(), other(pair, unclear.better())));
      case Verdict.EquivalentWithin equivalent ->
          Optional.of("but %s and %s %s".formatted(pair.a(), pair.b(), pair.verdict()));
      case Verdict.Unranked(var status, String reason) -> Optional.of(reason);
      default -> Optional.empty();
    };
  }

  private static String other(PairVerdict pair, String one) {
    return one.equals(pair.a()) ? pair.b() : pair.a();
  }

  private OptionalInt leadPercent(List<String> names, List<String> next) {
    List<Verdict> verdicts =
        names.stream()
            .flatMap(one -> next.stream().flatMap(other -> pair(one, other).stream()))
            .map(PairVerdict::ruling)
            .toList();
    return verdicts.stream().allMatch(Verdict.BetterAtLeast.class::isInstance)
        ? verdicts.stream().mapToInt(verdict -> ((Verdict.BetterAtLeast) verdict).percent()).min()
        : OptionalInt.empty();
  }

  private String lead(List<String> names, List<String> next, OptionalInt percent) {
    String each = names.size() > 1 ? "each " : "";
    String below = next.size() > 1 ? "each of the next" : "the next";
    return each
        + (percent.isPresent()
            ? tested.atLeast(percent.getAsInt(), below)
            : "%s than %s, size unclear".formatted(tested.better(), below));
  }

  private Member member(String name) {
    VariantSummary variant =
        ranked.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    MedianInterval figure = figure(metric.of(variant.ranked()));
    boolean lowerBound = tested == TestedMetric.THROUGHPUT && variant.isHeldBackByTheGenerator();
    OptionalDouble percent =
        tested == TestedMetric.THROUGHPUT ? variant.percentOfCeiling() : OptionalDouble.empty();
    return new Member(
        name,
        figure,
        Numbers.roundSignificant(figure.interval().map(Interval::confidence)),
        percent,
        lowerBound,
        shown(figure, "", lowerBound),
        shown(figure, tested == TestedMetric.THROUGHPUT ? "/s" : " µs", lowerBound));
  }

  private String shown(MedianInterval figure, String unit, boolean lowerBound) {
    return (lowerBound ? "at least " : "")
        + Numbers.interval(Optional.of(figure), unit, metric.label().format());
  }

  /** With its 95 % interval, or the one that spans all rounds where they are too few for that. */
  private static MedianInterval figure(double[] values) {
    double reached = 1 - Math.pow(0.5, values.length - 1.0) - ROUNDING;
    return (reached > 0
            ? MedianInterval.of(Math.min(MedianInterval.CONFIDENCE, reached), values)
            : MedianInterval.of(values))
        .map(Numbers::roundSignificant);
  }
}
