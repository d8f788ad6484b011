package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an experiment has found, in a sentence for each metric: what the best of a ranking is to
 * each of the others.
 */
final class Findings {
  private final TestedMetric tested;
  private final String best;
  private final Map<String, Contrast> others = new LinkedHashMap<>();

  private Findings(Ranking ranking, List<PairVerdict> pairs) {
    List<String> names =
        ranking.ranks().stream()
            .flatMap(rank -> rank.members().stream())
            .map(Ranking.Member::variant)
            .toList();
    tested = ranking.tested();
    best = names.getFirst();
    for (String name : names.subList(1, names.size())) {
      Contrast.of(pairs, tested, best, name).ifPresent(each -> others.put(name, each));
    }
  }

  /** A sentence for each ranking whose best has something to be compared with. */
  static List<String> of(List<Ranking> rankings, List<PairVerdict> pairs) {
    return rankings.stream()
        .flatMap(ranking -> new Findings(ranking, pairs).sentence().stream())
        .toList();
  }

  private Optional<String> sentence() {
    List<String> clauses = new ArrayList<>();
    Map<String, List<String>> alike = new LinkedHashMap<>();
    others.forEach(
        (name, contrast) -> {
          if (contrast.isBetter(best)) {
            clauses.add(worse(name, contrast, clauses.isEmpty()));
          } else {
            String within = contrast.margin().map(margin -> " within " + margin).orElse("");
            alike.computeIfAbsent(within, same -> new ArrayList<>()).add(name);
          }
        });
    alike.forEach((within, names) -> clauses.add(alike(within, String.join(", ", names))));
    String subject = tested == TestedMetric.THROUGHPUT ? best + " is " : "";
    return clauses.isEmpty() ? Optional.empty() : Optional.of(subject + String.join("; ", clauses));
  }

  /** Who answers less is exceeded, and who costs more needs more. */
  private String worse(String name, Contrast contrast, boolean isFirst) {
    boolean isTimes = contrast.isTimes();
    if (tested == TestedMetric.THROUGHPUT) {
      return isTimes
          ? "%s times as fast as %s".formatted(contrast.times(), name)
          : "%s faster than %s".formatted(contrast.percentMore(), name);
    }
    String more = isTimes ? contrast.times() + " times" : contrast.percentMore() + " more";
    String than = (isTimes ? "the CPU of " : "CPU than ") + best;
    return isFirst ? "%s needs %s %s".formatted(name, more, than) : name + " " + more;
  }

  private String alike(String within, String names) {
    boolean isSpeed = tested == TestedMetric.THROUGHPUT;
    if (within.isEmpty()) {
      String apart = "not told apart from " + names;
      return isSpeed ? apart : "%s is %s by CPU".formatted(best, apart);
    }
    return isSpeed
        ? "as fast as " + names + within
        : "%s and %s need the same CPU%s".formatted(best, names, within);
  }
}
