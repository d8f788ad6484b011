package io.github.restcomparison.analysis.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * From "a is shown to be better than b" to ranks. Verdicts of pairs are a partial order at best:
 * where a is better than c, but neither is told apart from b, no place is right for all three.
 */
final class RankGroups {
  private RankGroups() {}

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
  static List<List<String>> of(List<String> bestFirst, BiPredicate<String, String> isBetter) {
    List<String> byWins =
        bestFirst.stream()
            .sorted(
                Comparator.comparingLong(
                    (String each) ->
                        -bestFirst.stream().filter(other -> isBetter.test(each, other)).count()))
            .toList();
    List<List<String>> ranks = new ArrayList<>();
    int from = 0;
    for (int to = 1; to <= byWins.size(); to++) {
      List<String> below = byWins.subList(to, byWins.size());
      if (byWins.subList(0, to).stream()
          .allMatch(above -> below.stream().allMatch(each -> isBetter.test(above, each)))) {
        List<String> rank = byWins.subList(from, to);
        ranks.add(bestFirst.stream().filter(rank::contains).toList());
        from = to;
      }
    }
    return ranks;
  }
}
