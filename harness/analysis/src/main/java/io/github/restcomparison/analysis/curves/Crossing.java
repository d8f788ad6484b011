package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * From how many users on one variant answers more than another, at one wait. Nothing is
 * interpolated between two loads: a full pool makes a corner there.
 *
 * @param better the first of the two if there is no crossing
 * @param loads at which both were measured, two or more, in ascending order of the users
 * @param first index of the load from which on the ratio is above the margin; the number of loads
 *     if it is not so at the last
 */
record Crossing(String better, String other, int delayMs, List<AtLoad> loads, int first) {

  /** Less than 5 % is no difference: the least margin of all verdicts. */
  private static final double MARGIN = 1 + NoiseFloor.LEAST_MARGIN;

  /** Both variants with so many users, by throughput. */
  record AtLoad(int users, Pair pair) {
    /** Returns the ratio of one to the other; NaN if the load generator limited the lesser one. */
    double ratio(String one) {
      return pair.validity().status() == Status.VALID ? pair.ratioOf(one) : Double.NaN;
    }
  }

  /** Returns one of every two variants that were measured together at two loads or more. */
  static List<Crossing> all(SweepPlan plan, Map<Cell, Comparison> cells) {
    List<String> variants = plan.runs().design().variants();
    List<Crossing> crossings = new ArrayList<>();
    for (int delayMs : plan.delaysMs()) {
      for (int a = 0; a < variants.size(); a++) {
        for (String b : variants.subList(a + 1, variants.size())) {
          List<AtLoad> loads = loads(cells, delayMs, variants.get(a), b);
          if (loads.size() > 1) {
            boolean isBackward = loads.getLast().ratio(b) > MARGIN;
            crossings.add(
                isBackward
                    ? of(b, variants.get(a), delayMs, loads)
                    : of(variants.get(a), b, delayMs, loads));
          }
        }
      }
    }
    return crossings;
  }

  private static List<AtLoad> loads(Map<Cell, Comparison> cells, int delayMs, String a, String b) {
    return cells.keySet().stream()
        .filter(cell -> cell.delayMs() == delayMs)
        .sorted(Comparator.comparingInt(Cell::users))
        .flatMap(
            cell ->
                cells.get(cell).pair(TestedMetric.THROUGHPUT, a, b).stream()
                    .filter(Pair::isMeasured)
                    .map(pair -> new AtLoad(cell.users(), pair)))
        .toList();
  }

  private static Crossing of(String better, String other, int delayMs, List<AtLoad> loads) {
    double[] ratios = loads.stream().mapToDouble(load -> load.ratio(better)).toArray();
    return new Crossing(better, other, delayMs, loads, first(ratios));
  }

  /** Returns the index from which on all ratios are above the margin; their number for none. */
  static int first(double... ratios) {
    int first = ratios.length;
    while (first > 0 && ratios[first - 1] > MARGIN) {
      first--;
    }
    return first;
  }

  /** Returns whether the one answers more at the greatest load. */
  private boolean exists() {
    return first < loads.size();
  }

  /** Returns the number of users of a load. */
  private String users(int load) {
    return Numbers.of(loads.get(load).users);
  }

  private String verdict(int load) {
    return loads.get(load).pair.verdict();
  }

  private int last() {
    return loads.size() - 1;
  }

  /** Returns how many times as many requests it answers at the greatest load. */
  private String times() {
    return Numbers.of(loads.getLast().ratio(better));
  }

  private String sentence() {
    String from =
        first > 0
            ? "from between %s and %s users on".formatted(users(first - 1), users(first))
            : "at every load measured of both, from %s users on".formatted(users(0));
    return "%s answers more than %s %s, at a wait of %s ms: %s times as many with %s users"
        .formatted(better, other, from, Numbers.of(delayMs), times(), users(last()));
  }

  /** Returns a sentence for each crossing point, or one if no pair has any. */
  static List<String> findings(List<Crossing> crossings) {
    List<String> found =
        crossings.stream().filter(Crossing::exists).map(Crossing::sentence).toList();
    boolean isKnown =
        crossings.stream()
            .flatMap(each -> each.loads.stream())
            .allMatch(load -> load.pair.validity().status() == Status.VALID);
    return found.isEmpty() && !crossings.isEmpty() && isKnown
        ? List.of(
            "No variant answers over 5 % more requests per second than another, from any number of"
                + " users that was measured to the greatest: the charts show by how much they"
                + " differ")
        : found;
  }

  /** Returns the table. Its last column has the last verdict if there is no point. */
  static Section table(List<Crossing> crossings) {
    return Section.table(
        "crossings",
        "Crossing points",
        "The number of users from which on one variant answers over 5 % more requests per second"
            + " than another, also at all greater numbers. It lies between two measured numbers."
            + " Their verdicts are those of every experiment: on throughput, round by round, with"
            + " a margin of 5 %, together with all pairs of their cell.",
        crossings,
        List.of(
            Column.text("more", Crossing::better),
            Column.text("than", Crossing::other),
            new Column<>("at a wait of, ms", each -> Numbers.of(each.delayMs)),
            new Column<>("from users", Crossing::from),
            new Column<>("times as many", Crossing::times),
            new Column<>("with users", each -> each.users(each.last())),
            Column.text("before it", Crossing::before),
            Column.text(
                "from it on", each -> each.verdict(each.exists() ? each.first : each.last()))));
  }

  /** Returns the two loads that it lies between; or the first, if it is so there already. */
  private String from() {
    return !exists() ? "none" : (first > 0 ? users(first - 1) + " to " : "") + users(first);
  }

  /** Returns the verdict at the load before it. */
  private String before() {
    return first > 0 && exists() ? verdict(first - 1) : Numbers.ABSENT;
  }
}
