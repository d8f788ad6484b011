package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

class RankGroupsTest {

  /** Of {@code "ab"}, a is shown to be better than b. */
  private static List<String> ranks(String bestFirst, String... shown) {
    return Ranking.groups(List.of(bestFirst.split("")), isShown(Set.of(shown))).stream()
        .map(group -> String.join("", group))
        .toList();
  }

  private static BiPredicate<String, String> isShown(Set<String> shown) {
    return (one, other) -> shown.contains(one + other);
  }

  @Test
  void variantBetterThanAllOthersHasASeparateRank() {
    assertThat(ranks("abc", "ab", "ac", "bc")).containsExactly("a", "b", "c");
    assertThat(ranks("abcd", "ab", "ac", "ad", "bd", "cd")).containsExactly("a", "bc", "d");
  }

  @Test
  void withoutAVerdictAllShareARank() {
    assertThat(ranks("abc")).containsExactly("abc");
    assertThat(ranks("a")).containsExactly("a");
  }

  /** a is better than c, but b may be as good as either: no order of the three is shown. */
  @Test
  void variantNotToldApartFromTwoOthersJoinsTheirRanks() {
    assertThat(ranks("abc", "ac")).containsExactly("abc");
  }

  /** b is told apart from d alone, so that neither "a before b" nor "c before d" is shown. */
  @Test
  void chainOfUndecidedNeighboursIsOneRank() {
    assertThat(ranks("abcd", "ac", "ad", "bd")).containsExactly("abcd");
    assertThat(ranks("abcde", "ac", "ad", "bd", "ae", "be", "ce", "de"))
        .containsExactly("abcd", "e");
  }

  /** a leads c in the median and is worse than it in the rounds that both have. */
  @Test
  void verdictsCountAndNotTheMedians() {
    assertThat(ranks("abc", "ca", "cb", "ab")).containsExactly("c", "a", "b");
    assertThat(ranks("abc", "ca", "cb")).containsExactly("c", "ab");
  }

  /** Rounds of rock, paper, scissors give no rank, and do not fail. */
  @Test
  void verdictsInACircleAreOneRank() {
    assertThat(ranks("abcd", "ab", "bc", "ca", "ad", "bd", "cd")).containsExactly("abc", "d");
  }

  /**
   * For any verdicts and medians, ranks claim no more than the verdicts, and no split is missing.
   */
  @Test
  void ranksAreTheFinestThatAreSound() {
    Random random = new Random(21);
    List<String> names = List.of("a", "b", "c", "d", "e", "f");
    for (int i = 0; i < 2_000; i++) {
      boolean[][] shown = new boolean[6][6];
      double likely = random.nextDouble();
      for (int a = 0; a < 6; a++) {
        for (int b = a + 1; b < 6; b++) {
          shown[a][b] = random.nextDouble() < likely;
        }
      }
      BiPredicate<String, String> isBetter =
          (one, other) -> shown[names.indexOf(one)][names.indexOf(other)];
      List<String> bestFirst = new ArrayList<>(names);
      Collections.shuffle(bestFirst, random);

      List<List<String>> ranks = Ranking.groups(bestFirst, isBetter);

      // In the order of the names a split is sound if all above beat all below.
      List<List<String>> expected = new ArrayList<>(List.of(new ArrayList<>()));
      for (int at = 0; at < 6; at++) {
        int split = at;
        if (at > 0
            && names.subList(0, split).stream()
                .allMatch(
                    above ->
                        names.subList(split, 6).stream()
                            .allMatch(below -> isBetter.test(above, below)))) {
          expected.add(new ArrayList<>());
        }
        expected.getLast().add(names.get(at));
      }
      assertThat(ranks).hasSameSizeAs(expected);
      for (int rank = 0; rank < ranks.size(); rank++) {
        assertThat(ranks.get(rank)).containsExactlyInAnyOrderElementsOf(expected.get(rank));
      }
    }
  }
}
