package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.records.settings.Count;
import java.util.List;
import java.util.stream.Stream;

/** The sentences about a rank: how its members relate, and their lead over the next rank. */
final class RankSentences {
  private RankSentences() {}

  /**
   * Returns how the members of a rank compare.
   *
   * @param inside the verdicts on every two of them; none for one member
   */
  static List<String> standing(List<Pair> inside) {
    if (inside.size() == 1 && !inside.getFirst().isPreview()) {
      Pair pair = inside.getFirst();
      return List.of(
          pair.ruling() == Ruling.UNRANKED
              ? "not ranked: " + pair.validity().reason()
              : pair.ruling() == Ruling.NOT_COMPARABLE
                  ? "not comparable: " + pair.validity().reason()
                  : PairSentences.hasAdvantage(pair)
                      ? PairSentences.headline(pair)
                      : pair.verdict());
    }
    if (inside.isEmpty() || inside.stream().allMatch(pair -> pair.ruling() == Ruling.EQUIVALENT)) {
      return inside.stream().limit(1).map(Pair::verdict).toList();
    }
    if (inside.stream().allMatch(pair -> pair.ruling() == Ruling.NOT_COMPARABLE)) {
      return inside.stream().map(pair -> pair.validity().reason()).distinct().toList();
    }
    if (inside.stream().allMatch(Pair::isPreview)) {
      int fewest = inside.stream().mapToInt(Pair::rounds).min().orElseThrow();
      return List.of("no verdict from " + Count.of(fewest, "round"));
    }
    return Stream.concat(Stream.of("not told apart"), inside.stream().map(RankSentences::exception))
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /** Returns the result for two members of a rank; empty if there is none. */
  private static String exception(Pair pair) {
    return switch (pair.ruling()) {
      case BETTER_AT_LEAST, BETTER_SIZE_UNCLEAR -> "but " + PairSentences.headline(pair);
      case EQUIVALENT -> "but %s and %s are %s".formatted(pair.a(), pair.b(), pair.verdict());
      case UNRANKED, NOT_COMPARABLE -> pair.validity().reason();
      default -> "";
    };
  }

  /**
   * Returns by how much each member of a rank is better than each of the next.
   *
   * @param members of the rank
   * @param pairs every member with each of the next rank
   */
  static String lead(int members, List<Pair> pairs) {
    int next = pairs.size() / members;
    String others = next > 1 ? "each of the next" : "the next";
    if (pairs.size() == 1) {
      return Advantage.of(pairs.getFirst()).phrase(others);
    }
    Advantage smallest = Advantage.smallest(pairs);
    return (members > 1 ? "each " : "")
        + smallest.phrase(others)
        + (smallest.size().isEmpty()
            ? ", perhaps no more than " + PairSentences.noise(pairs.getFirst())
            : "");
  }
}
