package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.runs.TestedMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The first sentences of a page: one variant against all others, by each tested metric. */
public final class Findings {
  /** The maximum of clauses with a size, one for each variant; further ones are combined. */
  private static final int MAX_CLAUSES = 3;

  private Findings() {}

  /**
   * Returns how the best variant, or the baseline, compares with each of the others: a sentence for
   * each metric that is tested.
   */
  public static List<String> of(Comparison comparison) {
    return comparison.ranking().stream()
        .map(each -> finding(each, comparison))
        .filter(each -> !each.isEmpty())
        .toList();
  }

  private static String finding(Ranking ranking, Comparison comparison) {
    List<String> names = ranking.names();
    String first = comparison.baseline().filter(names::contains).orElse(names.getFirst());
    List<Pair> pairs =
        names.stream()
            .flatMap(name -> comparison.pair(ranking.tested(), first, name).stream())
            .filter(Pair::isMeasured)
            .toList();
    List<Pair> wins = new ArrayList<>();
    List<Pair> losses = new ArrayList<>();
    Map<String, List<String>> relations = new LinkedHashMap<>();
    for (Pair pair : pairs) {
      if (!PairSentences.hasAdvantage(pair)) {
        relations
            .computeIfAbsent(relationOf(pair, pairs), any -> new ArrayList<>())
            .add(pair.otherVariant(first));
      } else {
        (pair.betterSoFar().equals(first) ? wins : losses).add(pair);
      }
    }
    List<String> clauses =
        new ArrayList<>(wins.isEmpty() ? List.of() : List.of(winSentence(first, wins)));
    clauses.addAll(lossSentences(first, losses));
    relations.forEach(
        (relation, others) ->
            clauses.add(
                "%s and %s%s are %s"
                    .formatted(
                        first,
                        others.size() > 1 ? "each of " : "",
                        String.join(", ", others),
                        relation)));
    return String.join("; ", clauses);
  }

  /**
   * Returns {@code a answers 9 % more requests than b (4 to 14 %), …; at least 4.6 times as many as
   * c}.
   */
  private static String winSentence(String first, List<Pair> wins) {
    TestedMetric tested = wins.getFirst().tested();
    List<Pair> sure =
        wins.stream().filter(pair -> pair.ruling() == Ruling.BETTER_AT_LEAST).toList();
    List<Pair> alone = new ArrayList<>(wins);
    boolean isMany = sure.size() > MAX_CLAUSES;
    if (isMany) {
      alone.removeAll(sure);
    }
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < alone.size(); i++) {
      Pair pair = alone.get(i);
      Advantage advantage = Advantage.of(pair);
      String other = pair.otherVariant(first);
      // Of previews in a row, the last states the rounds.
      boolean isLast =
          i + 1 == alone.size()
              || !PairSentences.preview(alone.get(i + 1)).equals(PairSentences.preview(pair));
      words
          .append(i == 0 ? advantage.phrase(other) : "; " + advantage.phraseWithoutThing(other))
          .append(isLast ? PairSentences.preview(pair) : "");
    }
    if (isMany) {
      Advantage smallest = Advantage.smallest(sure);
      String others =
          "each of " + String.join(", ", sure.stream().map(p -> p.otherVariant(first)).toList());
      words.append(
          alone.isEmpty() ? smallest.phrase(others) : "; " + smallest.phraseWithoutThing(others));
    }
    return "%s %s %s".formatted(first, tested.verb(), words);
  }

  /**
   * Returns {@code b answers 9 % more requests than a (4 to 14 %), …}, {@code each of c, d, e, f
   * answers at least 15 % more requests than a}.
   */
  private static List<String> lossSentences(String first, List<Pair> losses) {
    List<Pair> sure =
        losses.stream().filter(pair -> pair.ruling() == Ruling.BETTER_AT_LEAST).toList();
    if (sure.size() <= MAX_CLAUSES) {
      return losses.stream().map(PairSentences::headline).toList();
    }
    String others = String.join(", ", sure.stream().map(pair -> pair.otherVariant(first)).toList());
    String verb = sure.getFirst().tested().verb();
    return Stream.concat(
            Stream.of(
                "each of %s %s %s".formatted(others, verb, Advantage.smallest(sure).phrase(first))),
            losses.stream().filter(pair -> !sure.contains(pair)).map(PairSentences::headline))
        .toList();
  }

  /** Returns the same for all pairs that noise does not tell apart: the largest noise. */
  private static String relationOf(Pair pair, List<Pair> pairs) {
    List<Pair> noisy = pairs.stream().filter(PairSentences::isNoisy).toList();
    return PairSentences.isNoisy(pair) && noisy.size() > 1
        ? "not told apart%s (noise up to %s)"
            .formatted(
                PairSentences.byMetric(pair),
                PairSentences.percentUp(
                    noisy.stream().mapToDouble(PairSentences::noiseOf).max().orElseThrow()))
        : PairSentences.relation(pair);
  }
}
