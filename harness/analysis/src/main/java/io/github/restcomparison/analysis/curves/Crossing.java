package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.PairSentences;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The number of users from which on one variant has a higher throughput than another, at one wait.
 * Nothing is interpolated between two loads: a full pool makes a corner there.
 *
 * @param better the first of the two if there is no crossing
 * @param loads at which the two were compared, in ascending order of the users
 * @param excluded the users of the loads that were planned for both but do not compare them, by the
 *     reason
 * @param first index of the load from which on the better one is ahead; the number of loads if it
 *     is not ahead at the last
 */
record Crossing(
    String better,
    String other,
    int delayMs,
    List<AtLoad> loads,
    Map<String, List<String>> excluded,
    int first) {

  /** The smallest margin of all verdicts: less than 5 % is no difference. */
  private static final double MARGIN = 1 + NoiseFloor.MIN_MARGIN;

  private static final int MIN_LOADS = 2;

  /** Both variants with a number of users, by throughput. */
  record AtLoad(int users, Pair pair) {
    /**
     * Returns whether a variant is ahead beyond the margin: by the verdict, or in a preview by the
     * figures.
     */
    boolean isAhead(String variant) {
      return pair.isPreview()
          ? pair.ratioOf(variant) > MARGIN
          : pair.ruling() == Ruling.BETTER_AT_LEAST && pair.better().equals(variant);
    }

    /** Returns the verdict, or in a preview the figures. */
    private String verdict(String variant) {
      return pair.isPreview() ? PairSentences.compared(pair, variant) : pair.verdict();
    }
  }

  /** Returns one of every two variants that were planned together. */
  static List<Crossing> findAll(SweepPlan plan, Map<GridCell, Comparison> cells) {
    List<String> variants = plan.runs().design().variants();
    List<Crossing> crossings = new ArrayList<>();
    for (int delayMs : plan.delaysMs()) {
      for (int a = 0; a < variants.size(); a++) {
        for (String b : variants.subList(a + 1, variants.size())) {
          crossings.add(of(plan, cells, delayMs, variants.get(a), b));
        }
      }
    }
    return crossings;
  }

  private static Crossing of(
      SweepPlan plan, Map<GridCell, Comparison> cells, int delayMs, String a, String b) {
    List<AtLoad> loads = new ArrayList<>();
    Map<String, List<String>> excluded = new LinkedHashMap<>();
    plan.cells().stream()
        .filter(cell -> cell.delayMs() == delayMs && cell.variants().containsAll(List.of(a, b)))
        .sorted(Comparator.comparingInt(GridCell::users))
        .forEach(
            cell -> {
              Optional<Pair> pair =
                  Optional.ofNullable(cells.get(cell))
                      .flatMap(each -> each.pair(TestedMetric.THROUGHPUT, a, b));
              Optional<String> reason = reason(pair);
              reason.ifPresentOrElse(
                  why ->
                      excluded
                          .computeIfAbsent(why, any -> new ArrayList<>())
                          .add(Numbers.of(cell.users())),
                  () -> loads.add(new AtLoad(cell.users(), pair.orElseThrow())));
            });
    boolean isBackward = !loads.isEmpty() && loads.getLast().isAhead(b);
    String better = isBackward ? b : a;
    return new Crossing(better, isBackward ? a : b, delayMs, loads, excluded, first(loads, better));
  }

  /** Returns the reason for which a load does not compare two variants; empty if it does. */
  private static Optional<String> reason(Optional<Pair> pair) {
    if (pair.isEmpty()) {
      return Optional.of("not both were measured");
    }
    Pair measured = pair.get();
    if (measured.validity().status() != Status.VALID) {
      return Optional.of(measured.validity().reason());
    }
    String worse = measured.otherVariant(measured.betterSoFar());
    return Optional.of("the load generator limited " + worse)
        .filter(_ -> measured.validity().lowerBounds().contains(worse));
  }

  /** Returns the index from which on a variant is ahead at all loads; their number for none. */
  static int first(List<AtLoad> loads, String better) {
    int first = loads.size();
    while (first > 0 && loads.get(first - 1).isAhead(better)) {
      first--;
    }
    return first;
  }

  /** Returns whether the two were compared at two loads or more. */
  private boolean isKnown() {
    return loads.size() >= MIN_LOADS;
  }

  /** Returns whether one is ahead at the largest load that compares them. */
  private boolean isFound() {
    return isKnown() && first < loads.size();
  }

  /** Returns the number of users of a load. */
  private String users(int load) {
    return Numbers.of(loads.get(load).users);
  }

  private String verdict(int load) {
    return loads.get(load).verdict(better);
  }

  private int last() {
    return loads.size() - 1;
  }

  private String sentence() {
    String from =
        first > 0
            ? "from between %s and %s users on".formatted(users(first - 1), users(first))
            : "at every load that compares them, from %s users on".formatted(users(0));
    return "%s answers more requests than %s %s, at a wait of %s ms: with %s users %s"
        .formatted(
            better,
            other,
            from,
            Numbers.of(delayMs),
            users(last()),
            PairSentences.size(loads.getLast().pair));
  }

  private Stream<String> exclusions() {
    return excluded.entrySet().stream()
        .map(
            each ->
                "%s and %s are not compared with %s users at a wait of %s ms: %s"
                    .formatted(
                        better,
                        other,
                        String.join(", ", each.getValue()),
                        Numbers.of(delayMs),
                        each.getKey()));
  }

  /**
   * Returns a sentence for each crossing point, or one if no pair has any; and one for each reason
   * that excludes loads.
   */
  static List<String> findings(List<Crossing> crossings) {
    List<String> findings =
        new ArrayList<>(
            crossings.stream().filter(Crossing::isFound).map(Crossing::sentence).toList());
    if (findings.isEmpty() && crossings.stream().anyMatch(Crossing::isKnown)) {
      findings.add(
          "No lead of over 5 % up to the maximum users is confirmed: the table"
              + " has the verdicts, the charts the differences");
    }
    crossings.stream().flatMap(Crossing::exclusions).forEach(findings::add);
    return findings;
  }

  /** Returns the table. Its last column has the last verdict if there is no point. */
  static Section table(List<Crossing> crossings) {
    return Section.table(
        "crossings",
        "Crossing points",
        "The number of users from which on one variant answers over 5 % more requests per second"
            + " than another, and at all larger numbers. It lies between two measured numbers."
            + " Verdicts as in every experiment: on throughput, round by round, with a"
            + " margin of 5 %, together with all pairs of their cell.",
        crossings.stream().filter(Crossing::isKnown).toList(),
        List.of(
            Column.text("more", Crossing::better),
            Column.text("than", Crossing::other),
            new Column<>("at a wait of, ms", each -> Numbers.of(each.delayMs)),
            new Column<>("from users", Crossing::loadsBetween),
            Column.text("before it", Crossing::verdictBefore),
            Column.text(
                "from it on", each -> each.verdict(each.isFound() ? each.first : each.last())),
            new Column<>("maximum users", each -> each.users(each.last())),
            Column.text("verdict there", each -> each.verdict(each.last())),
            new Column<>("not compared with, users", Crossing::notCompared)));
  }

  private String notCompared() {
    return excluded.isEmpty()
        ? Numbers.NOT_MEASURED
        : String.join(", ", excluded.values().stream().flatMap(List::stream).toList());
  }

  /**
   * Returns the two loads that it lies between; or the first, if the better one is ahead there
   * already.
   */
  private String loadsBetween() {
    return !isFound() ? "none" : (first > 0 ? users(first - 1) + " to " : "") + users(first);
  }

  /** Returns the verdict at the load before it. */
  private String verdictBefore() {
    return first > 0 && isFound() ? verdict(first - 1) : Numbers.NOT_MEASURED;
  }
}
