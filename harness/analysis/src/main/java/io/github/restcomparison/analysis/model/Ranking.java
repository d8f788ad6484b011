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
 * The order of the variants by one metric, with ranks for those that are not told apart. If all are
 * compared with a baseline only, nothing is known about the others' order: no one has a place.
 *
 * @param ranks best first, numbered as in a competition: 1, 2, 2, 4; then those without a figure
 */
public record Ranking(TestedMetric tested, List<Rank> ranks) {

  /**
   * A rank, or a variant without one.
   *
   * @param place the number of variants above plus 1; empty without a figure or a verdict, and with
   *     a baseline
   * @param members by the median, best first
   * @param leadPercent by how much each member is better than each of the next rank, in whole
   *     percent, rounded down; 0 in the last rank, and if the size is unclear
   * @param remarks in words: the differences of its members, and the lead; how it compares with the
   *     baseline; or why there is no figure
   */
  public record Rank(
      Optional<Integer> place, List<VariantRuns> members, int leadPercent, List<String> remarks) {

    /** Returns {@code 2nd}; {@link Numbers#NOT_MEASURED} without a place. */
    public String ordinal() {
      return place.map(Rank::ordinal).orElse(Numbers.NOT_MEASURED);
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

  /** Returns {@code By throughput, more is better}. */
  public String title() {
    return "By %s, %s is better"
        .formatted(tested.label(), tested.isHigherBetter() ? "more" : "less");
  }

  /** Returns the names of all that have a rank, best first. */
  List<String> names() {
    return ranks.stream()
        .filter(this::isRanked)
        .flatMap(rank -> rank.members.stream().map(VariantRuns::name))
        .toList();
  }

  /** Returns whether its members have a figure. */
  public boolean isRanked(Rank rank) {
    return figure(rank.members.getFirst()).hasValue();
  }

  /**
   * Returns the median of the rounds; with fewer than six of them the interval is from the minimum
   * to the maximum of all rounds, whose confidence is below 95 %.
   */
  public Estimate figure(VariantRuns member) {
    double[] rounds = tested.metric().valueIn(member.ranked());
    return rounds.length == 0
        ? Estimate.NONE
        : Estimate.ofMedianAndRange(rounds).map(Numbers::roundSignificant);
  }

  /** Returns whether the load generator limited a variant, so that its figure is a lower bound. */
  public boolean isLowerBound(VariantRuns member) {
    return tested.isHigherBetter()
        && tested.isWorsenedByGenerator()
        && member.isLimitedByGenerator();
  }

  /**
   * Returns the figure for people, with its interval; as a bound if the load generator limited it.
   */
  public String shown(VariantRuns member) {
    return member.boundPrefix(tested.metric())
        + Numbers.interval(figure(member), tested.metric().label().format());
  }

  /**
   * Returns the rankings by some metrics. A metric is not ranked if fewer than two variants have a
   * figure.
   *
   * @param pairs their verdicts, by all metrics
   * @param baseline the variant of all pairs, if the plan names one
   */
  static List<Ranking> of(
      List<TestedMetric> metrics,
      List<VariantRuns> variants,
      List<Pair> pairs,
      Optional<String> baseline) {
    return metrics.stream()
        .map(
            tested -> {
              List<Pair> own = pairs.stream().filter(pair -> pair.tested() == tested).toList();
              return of(tested, variants, own, baseline);
            })
        .filter(each -> each.names().size() > 1)
        .toList();
  }

  private static Ranking of(
      TestedMetric tested,
      List<VariantRuns> variants,
      List<Pair> pairs,
      Optional<String> baseline) {
    RunMetric metric = tested.metric();
    Comparator<VariantRuns> ascending = Comparator.comparingDouble(each -> each.median(metric));
    List<VariantRuns> bestFirst =
        variants.stream()
            .filter(each -> !Double.isNaN(each.median(metric)))
            .sorted(tested.isHigherBetter() ? ascending.reversed() : ascending)
            .toList();
    List<Rank> ranks =
        new ArrayList<>(
            pairs.isEmpty()
                ? List.of()
                : baseline
                    .map(name -> comparedWithBaseline(name, bestFirst, pairs))
                    .orElseGet(() -> places(bestFirst, pairs)));
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

  private static List<Rank> places(List<VariantRuns> bestFirst, List<Pair> pairs) {
    List<List<VariantRuns>> groups =
        groups(
            bestFirst,
            (one, other) ->
                between(List.of(one), List.of(other), pairs).stream()
                    .anyMatch(pair -> pair.better().equals(one.name())));
    List<Rank> ranks = new ArrayList<>();
    int above = 0;
    for (int i = 0; i < groups.size(); i++) {
      List<VariantRuns> next = i + 1 < groups.size() ? groups.get(i + 1) : List.of();
      ranks.add(rank(above + 1, groups.get(i), next, pairs));
      above += groups.get(i).size();
    }
    return ranks;
  }

  /** Returns each variant with its verdict against the baseline. */
  private static List<Rank> comparedWithBaseline(
      String baseline, List<VariantRuns> bestFirst, List<Pair> pairs) {
    return bestFirst.stream()
        .map(
            each -> {
              List<String> remarks =
                  pairs.stream()
                      .filter(pair -> pair.joins(baseline, each.name()))
                      .map(pair -> PairSentences.compared(pair, each.name()))
                      .toList();
              return new Rank(
                  Optional.empty(),
                  List.of(each),
                  0,
                  remarks.isEmpty() ? List.of("the baseline") : remarks);
            })
        .toList();
  }

  /**
   * Returns the finest ranks that the verdicts support: a rank ends only if each variant above it
   * is confirmed to be better than each one below. So ranks never exceed the verdicts, and the
   * error probability of the whole order equals the error probability of the family of pairs. The
   * price is that two variants which are told apart may share a rank, if a third one lies between
   * them.
   *
   * <p>A variant that is better than all outside of the first k has at least n - k wins, and each
   * outside has fewer. So every such end is found in the order of wins, and the result depends only
   * on the verdicts.
   *
   * @param bestFirst by the median; the order within a rank
   * @param isBetter whether the first is confirmed to be better than the second
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
      int place, List<VariantRuns> members, List<VariantRuns> next, List<Pair> pairs) {
    List<Pair> inside = between(members, members, pairs);
    List<Pair> leads = between(members, next, pairs);
    int percent = leads.stream().mapToInt(Pair::certainPercent).min().orElse(0);
    List<String> remarks = new ArrayList<>(RankSentences.standing(inside));
    if (!next.isEmpty()) {
      remarks.add(RankSentences.lead(members.size(), leads));
    }
    boolean hasVerdict =
        inside.isEmpty()
            || !inside.stream()
                .allMatch(pair -> pair.isPreview() || pair.ruling() == Ruling.NOT_COMPARABLE);
    return new Rank(Optional.of(place).filter(_ -> hasVerdict), members, percent, remarks);
  }

  /** Returns the verdicts between two groups of variants. */
  private static List<Pair> between(
      List<VariantRuns> some, List<VariantRuns> others, List<Pair> pairs) {
    return pairs.stream()
        .filter(
            pair ->
                some.stream()
                    .anyMatch(
                        one ->
                            others.stream().anyMatch(each -> pair.joins(one.name(), each.name()))))
        .toList();
  }
}
