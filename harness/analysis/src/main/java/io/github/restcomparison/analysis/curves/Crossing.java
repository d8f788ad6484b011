package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.SweepPage.Point;
import io.github.restcomparison.analysis.model.PairVerdict;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.SweepPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * From how many users on one variant answers more than another, at one wait. Nothing is
 * interpolated between two loads: a full pool makes a corner there.
 *
 * @param loads at which both were measured, two or more, in ascending order of the users
 * @param first index of the load from which on the ratio is above the margin; the number of loads
 *     if it is not so at the last
 */
record Crossing(List<Load> loads, int first) {

  /** Less than 5 % is no difference: the least margin of all verdicts. */
  private static final double MARGIN = 1 + NoiseFloor.LEAST_MARGIN;

  /** Both variants at one load. The better one is the first of the two if there is no crossing. */
  record Load(Point better, Point other) {
    String users() {
      return Numbers.of(better.cell().users());
    }

    /** Returns the ratio of the throughputs; NaN if the load generator limited the lesser one. */
    double ratio() {
      boolean isLimited = pair().isMeasured() && pair().status() != Status.VALID;
      return isLimited
          ? Double.NaN
          : better.median(RunMetrics.THROUGHPUT) / other.median(RunMetrics.THROUGHPUT);
    }

    private PairVerdict pair() {
      return better.verdict(other);
    }

    String verdict() {
      return pair().verdict();
    }
  }

  private Crossing(List<Load> loads) {
    this(loads, first(loads.stream().mapToDouble(Load::ratio).toArray()));
  }

  /**
   * Returns one of every two variants that were measured together at two loads or more.
   *
   * @param points in ascending order of the users
   */
  static List<Crossing> all(SweepPlan plan, List<Point> points) {
    List<String> variants = plan.runs().design().variants();
    List<Crossing> crossings = new ArrayList<>();
    for (int delayMs : plan.delaysMs()) {
      List<Point> alike =
          points.stream().filter(point -> point.cell().delayMs() == delayMs).toList();
      for (int a = 0; a < variants.size(); a++) {
        for (int b = a + 1; b < variants.size(); b++) {
          Crossing forward = new Crossing(loads(alike, variants.get(a), variants.get(b)));
          Crossing backward = new Crossing(loads(alike, variants.get(b), variants.get(a)));
          if (forward.loads.size() > 1) {
            crossings.add(forward.exists() || !backward.exists() ? forward : backward);
          }
        }
      }
    }
    return crossings;
  }

  private static List<Load> loads(List<Point> points, String better, String other) {
    List<Load> loads = new ArrayList<>();
    for (Point one : points) {
      points.stream()
          .filter(each -> one.variant().name().equals(better))
          .filter(each -> each.variant().name().equals(other) && each.cell().equals(one.cell()))
          .forEach(each -> loads.add(new Load(one, each)));
    }
    return loads;
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

  private Load last() {
    return loads.getLast();
  }

  private String better() {
    return last().better.variant().name();
  }

  private String other() {
    return last().other.variant().name();
  }

  private String delayMs() {
    return Numbers.of(last().better.cell().delayMs());
  }

  /** Returns the two loads that it lies between; or the first, if it is so there already. */
  private String users() {
    String before = first > 0 && exists() ? loads.get(first - 1).users() + " to " : "";
    return exists() ? before + loads.get(first).users() : "none";
  }

  /** Returns the verdict at the load before it. */
  private String before() {
    return first > 0 && exists() ? loads.get(first - 1).verdict() : Numbers.ABSENT;
  }

  private String sentence() {
    String from =
        first > 0
            ? "from somewhere between %s and %s users on"
                .formatted(loads.get(first - 1).users(), loads.get(first).users())
            : "at every load that was measured of both, from %s users on"
                .formatted(loads.get(first).users());
    return "%s answers more than %s %s, at a wait of %s ms: %s times as many with %s users"
        .formatted(better(), other(), from, delayMs(), Numbers.of(last().ratio()), last().users());
  }

  /** Returns a sentence for each crossing point, or one if no pair has any. */
  static List<String> findings(List<Crossing> crossings) {
    List<String> found =
        crossings.stream().filter(Crossing::exists).map(Crossing::sentence).toList();
    boolean isKnown =
        crossings.stream()
            .flatMap(each -> each.loads.stream())
            .noneMatch(load -> Double.isNaN(load.ratio()));
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
        "From how many users on one variant answers more requests per second than another, by more"
            + " than 5 %, with all greater numbers of users too: somewhere between two that were"
            + " measured. The verdicts at these two are those of every experiment: on throughput,"
            + " round by round, with a margin of 5 %, together with all pairs of their cell.",
        crossings,
        List.of(
            new Column<>("more", Crossing::better),
            new Column<>("than", Crossing::other),
            new Column<>("at a wait of, ms", Crossing::delayMs),
            new Column<>("from users", Crossing::users),
            new Column<>("times as many", each -> Numbers.of(each.last().ratio())),
            new Column<>("with users", each -> each.last().users()),
            new Column<>("before it", Crossing::before),
            new Column<>(
                "from it on",
                each -> (each.exists() ? each.loads.get(each.first) : each.last()).verdict())));
  }
}
