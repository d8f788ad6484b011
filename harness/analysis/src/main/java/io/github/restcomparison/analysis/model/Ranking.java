package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * The answer by one metric: who comes first, who next, and who is not told apart.
 *
 * @param ranks best first, numbered as in a competition: 1, 2, 2, 4
 * @param unranked who has no figure, with the reason
 */
public record Ranking(TestedMetric tested, List<Rank> ranks, List<Unranked> unranked) {

  /** What is said of those that share a rank. */
  public enum Relation {
    /** It has the rank for itself. */
    ALONE,
    /** Every two of them are shown to differ by no more than the margin. */
    EQUIVALENT,
    /** Of no two of them there is a verdict yet: too few rounds. */
    NO_VERDICT,
    /** The verdicts do not order them, though some may be told apart. */
    NOT_TOLD_APART
  }

  /**
   * A rank.
   *
   * @param place 1 or more, one more than there are variants above
   * @param relation of the members
   * @param standing the same in words; empty of one member
   * @param members by the median, best first
   * @param within what the verdicts say of its members, if the relation does not say it all
   * @param leadPercent by how much each member is better than each of the next rank, in whole
   *     percent, rounded down; 0 in the last rank, and if the size is unclear
   * @param lead the same in words; empty in the last rank
   */
  public record Rank(
      int place,
      Relation relation,
      String standing,
      List<Member> members,
      List<String> within,
      int leadPercent,
      String lead) {

    /** {@code 2nd}; {@link Numbers#ABSENT} without a verdict. */
    public String ordinal() {
      return relation == Relation.NO_VERDICT ? Numbers.ABSENT : Words.ordinal(place);
    }

    /** What is said of it but for its members: {@code not told apart}, the lead, the exceptions. */
    public List<String> remarks() {
      return Stream.of(Stream.of(standing), within.stream(), Stream.of(lead))
          .flatMap(each -> each)
          .filter(each -> !each.isEmpty())
          .toList();
    }
  }

  /**
   * A variant in its rank.
   *
   * @param figure median of the rounds; with fewer than six of them the interval is that of all
   *     rounds, whose confidence is below 95 %
   * @param percentOfCeiling by throughput alone; NaN without a ceiling
   * @param lowerBound whether the load generator held it back, so that it may be better
   * @param shown the figure as people read it, with its interval
   * @param stated the same with its unit
   */
  public record Member(
      String variant,
      MedianInterval figure,
      double percentOfCeiling,
      boolean lowerBound,
      String shown,
      String stated) {}

  /**
   * A variant without a figure.
   *
   * @param reason with its status
   */
  public record Unranked(String variant, String reason) {

    /** {@code not ranked, FAILED: 37 requests failed}. */
    public String why() {
      return "not ranked, " + reason;
    }
  }

  /** {@code By throughput, more is better}. */
  public String title() {
    return "By %s, %s is better".formatted(tested.label(), tested.moreIsBetter() ? "more" : "less");
  }

  /** What the figures are, for the head of a column. */
  public String head() {
    return RunMetrics.of(tested).label().unit();
  }

  /** All that have a rank, best first. */
  List<String> names() {
    return ranks.stream().flatMap(rank -> rank.members.stream().map(Member::variant)).toList();
  }

  /**
   * Ranks by throughput, then by the CPU of the service. A metric that fewer than two variants have
   * a figure of ranks nobody.
   *
   * @param pairs their verdicts, by all metrics
   */
  static List<Ranking> of(List<Variant> variants, List<PairVerdict> pairs) {
    return Stream.of(TestedMetric.values())
        .map(
            tested ->
                of(tested, variants, pairs.stream().filter(p -> p.tested() == tested).toList()))
        .filter(each -> each.names().size() > 1)
        .toList();
  }

  private static Ranking of(TestedMetric tested, List<Variant> variants, List<PairVerdict> pairs) {
    RunMetric metric = RunMetrics.of(tested);
    Comparator<Variant> ascending = Comparator.comparingDouble(each -> each.median(metric));
    List<Variant> bestFirst =
        variants.stream()
            .filter(each -> each.figure(metric).isPresent())
            .sorted(tested.moreIsBetter() ? ascending.reversed() : ascending)
            .toList();
    List<List<Variant>> groups =
        pairs.isEmpty()
            ? List.of()
            : groups(
                bestFirst,
                (one, other) ->
                    pairs.stream()
                        .anyMatch(
                            pair ->
                                pair.isOf(one.name(), other.name()) && pair.isBetter(one.name())));
    List<Rank> ranks = new ArrayList<>();
    int above = 0;
    for (int i = 0; i < groups.size(); i++) {
      List<Variant> next = i + 1 < groups.size() ? groups.get(i + 1) : List.of();
      ranks.add(rank(tested, above + 1, groups.get(i), next, pairs));
      above += groups.get(i).size();
    }
    return new Ranking(
        tested,
        ranks,
        variants.stream()
            .filter(each -> !bestFirst.contains(each))
            .map(each -> new Unranked(each.name(), Words.unranked(each, tested)))
            .toList());
  }

  /**
   * The finest ranks that the verdicts bear: a rank ends only where each that stands above is shown
   * to be better than each that stands below. So no rank says more than the verdicts do, and the
   * error probability of the whole order is that of the family of pairs. The price is that two
   * variants which are told apart may share a rank, if a third one lies between them.
   *
   * <p>Who is better than all outside of the first k has at least n - k wins, and who is outside
   * has fewer: in the order of wins every such end can be found, and the result depends on nothing
   * but the verdicts.
   *
   * @param bestFirst by the median; the order within a rank
   * @param isBetter whether the first is shown to be better than the second
   * @return the ranks, best first, each with one variant or more
   */
  static <T> List<List<T>> groups(List<T> bestFirst, BiPredicate<T, T> isBetter) {
    List<T> byWins =
        bestFirst.stream()
            .sorted(
                Comparator.comparingLong(
                    (T each) ->
                        -bestFirst.stream().filter(other -> isBetter.test(each, other)).count()))
            .toList();
    List<List<T>> ranks = new ArrayList<>();
    int from = 0;
    for (int to = 1; to <= byWins.size(); to++) {
      List<T> below = byWins.subList(to, byWins.size());
      if (byWins.subList(0, to).stream()
          .allMatch(above -> below.stream().allMatch(each -> isBetter.test(above, each)))) {
        List<T> rank = byWins.subList(from, to);
        ranks.add(bestFirst.stream().filter(rank::contains).toList());
        from = to;
      }
    }
    return ranks;
  }

  private static Rank rank(
      TestedMetric tested,
      int place,
      List<Variant> variants,
      List<Variant> next,
      List<PairVerdict> pairs) {
    List<PairVerdict> inside = between(variants, variants, pairs);
    Relation relation = relation(inside);
    List<Verdict> lead = between(variants, next, pairs).stream().map(PairVerdict::ruling).toList();
    int percent =
        lead.stream().allMatch(Verdict.BetterAtLeast.class::isInstance)
            ? lead.stream()
                .mapToInt(each -> ((Verdict.BetterAtLeast) each).percent())
                .min()
                .orElse(0)
            : 0;
    return new Rank(
        place,
        relation,
        Words.standing(relation, inside),
        variants.stream().map(each -> member(tested, each)).toList(),
        relation == Relation.NOT_TOLD_APART ? Words.exceptions(inside) : List.of(),
        percent,
        next.isEmpty() ? "" : Words.lead(tested, variants.size(), next.size(), percent));
  }

  /** The verdicts on each of some and each of others. */
  private static List<PairVerdict> between(
      List<Variant> some, List<Variant> others, List<PairVerdict> pairs) {
    return pairs.stream()
        .filter(
            pair ->
                some.stream()
                    .anyMatch(
                        one ->
                            others.stream().anyMatch(each -> pair.isOf(one.name(), each.name()))))
        .toList();
  }

  private static Relation relation(List<PairVerdict> inside) {
    if (inside.isEmpty()) {
      return Relation.ALONE;
    }
    if (inside.stream().allMatch(pair -> pair.ruling() instanceof Verdict.EquivalentWithin)) {
      return Relation.EQUIVALENT;
    }
    return inside.stream().allMatch(PairVerdict::isPreview)
        ? Relation.NO_VERDICT
        : Relation.NOT_TOLD_APART;
  }

  private static Member member(TestedMetric tested, Variant variant) {
    RunMetric metric = RunMetrics.of(tested);
    boolean isSpeed = tested == TestedMetric.THROUGHPUT;
    MedianInterval figure =
        MedianInterval.ofAll(metric.of(variant.ranked())).map(Numbers::roundSignificant);
    boolean lowerBound = isSpeed && variant.isHeldBackByTheGenerator();
    String atLeast = lowerBound ? "at least " : "";
    return new Member(
        variant.name(),
        figure,
        isSpeed ? variant.percentOfCeiling() : Double.NaN,
        lowerBound,
        atLeast + Numbers.interval(figure, "", metric.label().format()),
        atLeast + Numbers.interval(figure, isSpeed ? "/s" : " µs", metric.label().format()));
  }
}
