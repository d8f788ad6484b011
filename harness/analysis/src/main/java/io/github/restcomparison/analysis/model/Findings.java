package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an experiment has found, in a sentence for each metric: what the best of a ranking is to
 * each of the others. Figures are those of the pairs' tests; who is not told apart has none.
 */
final class Findings {
  /** From here on people speak of times, and below of percent more. */
  private static final double TIMES = 1.5;

  /** 5 % is 0.050000000000000044 after a subtraction. */
  private static final double ROUNDING = 1e-6;

  private final TestedMetric tested;
  private final String best;
  private final List<Against> others;

  /**
   * One of the others.
   *
   * @param better of the two, by the verdict; empty where neither is
   * @param ratio of the greater figure to the lesser, as the pair's test saw it
   */
  private record Against(
      String name,
      PairVerdict pair,
      Optional<String> better,
      double ratio,
      Optional<Interval> interval) {}

  private Findings(TestedMetric tested, String best, List<Against> others) {
    this.tested = tested;
    this.best = best;
    this.others = others;
  }

  /** A sentence for each ranking whose best has something to be compared with. */
  static List<String> of(List<Ranking> rankings, List<PairVerdict> pairs) {
    return rankings.stream().flatMap(each -> of(each, pairs)).toList();
  }

  private static Stream<String> of(Ranking ranking, List<PairVerdict> pairs) {
    List<String> names =
        ranking.ranks().stream()
            .flatMap(rank -> rank.members().stream())
            .map(Ranking.Member::variant)
            .toList();
    String best = names.getFirst();
    List<Against> others =
        names.stream()
            .skip(1)
            .flatMap(name -> against(ranking.tested(), best, name, pairs).stream())
            .toList();
    return new Findings(ranking.tested(), best, others).sentence().stream();
  }

  private static Optional<Against> against(
      TestedMetric tested, String best, String other, List<PairVerdict> pairs) {
    return pairs.stream()
        .filter(pair -> pair.tested() == tested && pair.ratio().isPresent())
        .filter(pair -> isOf(pair, best, other))
        .findFirst()
        .map(pair -> against(pair, best, other));
  }

  private static boolean isOf(PairVerdict pair, String one, String other) {
    return pair.a().equals(one) && pair.b().equals(other)
        || pair.a().equals(other) && pair.b().equals(one);
  }

  private static Against against(PairVerdict pair, String best, String other) {
    double ratio = pair.ratio().getAsDouble();
    Optional<Interval> interval = pair.evidence().flatMap(evidence -> evidence.interval());
    Optional<String> better =
        switch (pair.ruling()) {
          case Verdict.BetterAtLeast verdict -> Optional.of(verdict.better());
          case Verdict.BetterSizeUnclear verdict -> Optional.of(verdict.better());
          case Verdict.Indicative preview -> Optional.of(best);
          default -> Optional.empty();
        };
    return ratio >= 1
        ? new Against(other, pair, better, ratio, interval)
        : new Against(other, pair, better, 1 / ratio, interval.map(Interval::reciprocal));
  }

  private Optional<String> sentence() {
    List<String> clauses = new ArrayList<>();
    for (Against other : others) {
      if (isWorse(other)) {
        clauses.add(worse(other, clauses.isEmpty()));
      }
    }
    Map<String, List<String>> alike = new LinkedHashMap<>();
    others.stream()
        .filter(other -> !isWorse(other))
        .forEach(
            other ->
                alike.computeIfAbsent(margin(other), same -> new ArrayList<>()).add(other.name()));
    alike.forEach((margin, names) -> clauses.add(alike(margin, String.join(", ", names))));
    String subject = tested == TestedMetric.THROUGHPUT ? best + " is " : "";
    return clauses.isEmpty() ? Optional.empty() : Optional.of(subject + String.join("; ", clauses));
  }

  private boolean isWorse(Against other) {
    return other.better().filter(best::equals).isPresent();
  }

  /** Who answers less is exceeded, and who costs more needs more. */
  private String worse(Against other, boolean isFirst) {
    boolean isTimes = other.ratio() >= TIMES;
    if (tested == TestedMetric.THROUGHPUT) {
      return isTimes
          ? "%s times as fast as %s".formatted(times(other), other.name())
          : "%s faster than %s".formatted(percent(other), other.name());
    }
    String more = isTimes ? times(other) + " times" : percent(other) + " more";
    return isFirst
        ? "%s needs %s %s"
            .formatted(other.name(), more, (isTimes ? "the CPU of " : "CPU than ") + best)
        : other.name() + " " + more;
  }

  /** Within how much they are equivalent; empty where that was not shown. */
  private static String margin(Against other) {
    return other.pair().ruling() instanceof Verdict.EquivalentWithin(double margin, Interval ninety)
        ? " within %s %%".formatted(Numbers.of(Math.ceil(1e3 * margin - ROUNDING) / 10))
        : "";
  }

  private String alike(String margin, String names) {
    boolean isSpeed = tested == TestedMetric.THROUGHPUT;
    if (margin.isEmpty()) {
      return "not told apart from " + names + (isSpeed ? "" : " by CPU");
    }
    return isSpeed
        ? "as fast as " + names + margin
        : "%s and %s need the same CPU%s".formatted(best, names, margin);
  }

  private static String times(Against other) {
    return withInterval(other, ratio -> String.format(Locale.ROOT, "%.1f", ratio), "");
  }

  private static String percent(Against other) {
    return withInterval(
        other, ratio -> String.format(Locale.ROOT, "%.0f", 100 * (ratio - 1)), " %");
  }

  private interface Format {
    String of(double ratio);
  }

  /** The interval where it says more than the figure. */
  private static String withInterval(Against other, Format format, String unit) {
    String figure = format.of(other.ratio());
    return figure
        + unit
        + other
            .interval()
            .filter(each -> !(other.pair().ruling() instanceof Verdict.Indicative))
            .map(each -> List.of(format.of(each.low()), format.of(each.high())))
            .filter(ends -> !ends.stream().allMatch(figure::equals))
            .map(ends -> " (%s to %s%s)".formatted(ends.getFirst(), ends.getLast(), unit))
            .orElse("");
  }
}
