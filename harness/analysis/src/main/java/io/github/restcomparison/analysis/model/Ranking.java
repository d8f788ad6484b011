package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * The answer by one metric: which variant comes first, which next, and which are not told apart.
 *
 * @param ranks best first, numbered as in a competition: 1, 2, 2, 4; then those without a figure
 */
public record Ranking(TestedMetric tested, List<Rank> ranks) {

  /**
   * A rank, or a variant without one.
   *
   * @param place one more than there are variants above; empty without a figure or a verdict
   * @param members by the median, best first
   * @param leadPercent by how much each member is better than each of the next rank, in whole
   *     percent, rounded down; 0 in the last rank, and if the size is unclear
   * @param remarks in words: what is known of its members, the lead; or why there is no figure
   */
  public record Rank(
      Optional<Integer> place, List<VariantRuns> members, int leadPercent, List<String> remarks) {

    /** {@code 2nd}; {@link Numbers#ABSENT} without a place. */
    public String ordinal() {
      return place.map(Rank::ordinal).orElse(Numbers.ABSENT);
    }

    private static String ordinal(int place) {
      boolean isTeen = place / 10 % 10 == 1;
      return place
          + switch (isTeen ? 0 : place % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
          };
    }
  }

  /** {@code By throughput, more is better}. */
  public String title() {
    return "By %s, %s is better".formatted(tested.label(), tested.moreIsBetter() ? "more" : "less");
  }

  /** Returns the names of all that have a rank, best first. */
  List<String> names() {
    return ranks.stream()
        .filter(this::isRanked)
        .flatMap(rank -> rank.members.stream().map(VariantRuns::name))
        .toList();
  }

  /** Whether its members have a figure. */
  public boolean isRanked(Rank rank) {
    return figure(rank.members.getFirst()).exists();
  }

  /**
   * Returns the median of the rounds; with fewer than six of them the interval is that of all
   * rounds, whose confidence is below 95 %.
   */
  public Estimate figure(VariantRuns member) {
    double[] rounds = tested.metric().of(member.ranked());
    return rounds.length == 0
        ? Estimate.NONE
        : Estimate.ofMedianAndRange(rounds).map(Numbers::roundSignificant);
  }

  /** Whether the load generator limited a variant, and its figure is the least that it can be. */
  public boolean isLowerBound(VariantRuns member) {
    return tested.moreIsBetter() && !bound(tested, member).isEmpty();
  }

  /**
   * Returns {@code at least } or {@code at most } before a figure that is a bound; else nothing.
   */
  public static String bound(TestedMetric tested, VariantRuns member) {
    return tested.isOfGenerator() && member.isHeldBackByTheGenerator()
        ? tested.moreIsBetter() ? "at least " : "at most "
        : "";
  }

  /** Returns the figure as people read it, with its interval. */
  public String shown(VariantRuns member) {
    return bound(tested, member)
        + Numbers.interval(figure(member), tested.metric().label().format());
  }

  /**
   * Ranks by each of some metrics. A metric that fewer than two variants have a figure of ranks
   * nothing.
   *
   * @param pairs their verdicts, by all metrics
   */
  static List<Ranking> of(
      List<TestedMetric> metrics, List<VariantRuns> variants, List<Pair> pairs) {
    return metrics.stream()
        .map(
            tested ->
                of(tested, variants, pairs.stream().filter(p -> p.tested() == tested).toList()))
        .filter(each -> each.names().size() > 1)
        .toList();
  }

  private static Ranking of(TestedMetric tested, List<VariantRuns> variants, List<Pair> pairs) {
    RunMetric metric = tested.metric();
    Comparator<VariantRuns> ascending = Comparator.comparingDouble(each -> each.median(metric));
    List<VariantRuns> bestFirst =
        variants.stream()
            .filter(each -> !Double.isNaN(each.median(metric)))
            .sorted(tested.moreIsBetter() ? ascending.reversed() : ascending)
            .toList();
    List<List<VariantRuns>> groups =
        pairs.isEmpty()
            ? List.of()
            : groups(
                bestFirst,
                (one, other) ->
                    between(List.of(one), List.of(other), pairs).stream()
                        .anyMatch(pair -> pair.better().equals(one.name())));
    List<Rank> ranks = new ArrayList<>();
    int above = 0;
    for (int i = 0; i < groups.size(); i++) {
      List<VariantRuns> next = i + 1 < groups.size() ? groups.get(i + 1) : List.of();
      ranks.add(rank(tested, above + 1, groups.get(i), next, pairs));
      above += groups.get(i).size();
    }
    for (VariantRuns each : variants) {
      if (!bestFirst.contains(each)) {
        String why =
            each.status() == Status.VALID
                ? tested.label() + " was not measured"
                : "%s: %s".formatted(each.status(), each.reason());
        ranks.add(new Rank(Optional.empty(), List.of(each), 0, List.of("not ranked, " + why)));
      }
    }
    return new Ranking(tested, ranks);
  }

  /**
   * The finest ranks that the verdicts bear: a rank ends only if each that stands above is shown to
   * be better than each that stands below. So no rank says more than the verdicts do, and the error
   * probability of the whole order is that of the family of pairs. The price is that two variants
   * which are told apart may share a rank, if a third one lies between them.
   *
   * <p>A variant that is better than all outside of the first k has at least n - k wins, and each
   * outside has fewer. So every such end is found in the order of wins, and the result depends on
   * nothing but the verdicts.
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
      List<VariantRuns> members,
      List<VariantRuns> next,
      List<Pair> pairs) {
    List<Pair> inside = between(members, members, pairs);
    int percent =
        between(members, next, pairs).stream().mapToInt(Pair::leastPercent).min().orElse(0);
    List<String> remarks = new ArrayList<>(Words.standing(inside));
    if (!next.isEmpty()) {
      remarks.add(Words.lead(tested, members.size(), next.size(), percent));
    }
    boolean hasVerdict =
        inside.isEmpty()
            || !inside.stream()
                .allMatch(pair -> pair.isPreview() || pair.ruling() == Ruling.NOT_COMPARABLE);
    return new Rank(Optional.of(place).filter(_ -> hasVerdict), members, percent, remarks);
  }

  /** The verdicts on each of some and each of others. */
  private static List<Pair> between(
      List<VariantRuns> some, List<VariantRuns> others, List<Pair> pairs) {
    return pairs.stream()
        .filter(
            pair ->
                some.stream()
                    .anyMatch(
                        one ->
                            others.stream().anyMatch(each -> pair.isOf(one.name(), each.name()))))
        .toList();
  }
}
