package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Sweep.Point;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * From how many users on one variant answers more than another, at one wait. Nothing is
 * interpolated between two loads: a full pool makes a corner there.
 *
 * @param better the variant that does; the first of the two if neither does
 * @param loads at which both were measured, in ascending order of the users
 * @param first index of the load from which on the ratio is above the margin; the number of loads
 *     if it is not so at the last
 */
record Crossing(String better, String other, List<Load> loads, int first) {

  /** Less than 5 % is no difference: the least margin of all verdicts. */
  private static final double MARGIN = 1 + NoiseFloor.LEAST_MARGIN;

  /** Both variants at one load. */
  record Load(Point better, Point other) {
    String users() {
      return Numbers.of(better.cell().users());
    }

    double ratio() {
      return better.median(RunMetrics.THROUGHPUT) / other.median(RunMetrics.THROUGHPUT);
    }

    String verdict() {
      return better.verdict(other);
    }
  }

  /** Returns one of every two variants that were measured together at two loads or more. */
  static List<Crossing> all(Sweep sweep) {
    List<String> variants = sweep.plan().runs().design().variants();
    List<Crossing> crossings = new ArrayList<>();
    for (int delayMs : sweep.plan().delaysMs()) {
      List<Point> points =
          sweep.points().stream().filter(point -> point.cell().delayMs() == delayMs).toList();
      for (int a = 0; a < variants.size(); a++) {
        for (int b = a + 1; b < variants.size(); b++) {
          Crossing forward = of(points, variants.get(a), variants.get(b));
          Crossing backward = of(points, variants.get(b), variants.get(a));
          if (forward.loads.size() > 1) {
            crossings.add(forward.exists() || !backward.exists() ? forward : backward);
          }
        }
      }
    }
    return crossings;
  }

  private static Crossing of(List<Point> points, String better, String other) {
    List<Load> loads = new ArrayList<>();
    for (Point one : points) {
      points.stream()
          .filter(each -> one.variant().name().equals(better))
          .filter(each -> each.variant().name().equals(other) && each.cell().equals(one.cell()))
          .forEach(each -> loads.add(new Load(one, each)));
    }
    return new Crossing(
        better, other, loads, first(loads.stream().mapToDouble(Load::ratio).toArray()));
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
  boolean exists() {
    return first < loads.size();
  }

  Load last() {
    return loads.getLast();
  }

  double delayMs() {
    return last().better.cell().delayMs();
  }

  /** Returns the two loads that it lies between; or the first, if it is so there already. */
  String users() {
    String before = first > 0 && exists() ? loads.get(first - 1).users() + " to " : "";
    return exists() ? before + loads.get(first).users() : "none";
  }

  /** Returns the verdict at the load before it. */
  String before() {
    return first > 0 && exists() ? loads.get(first - 1).verdict() : Numbers.ABSENT;
  }

  /** Returns the verdict at the load from which on it is so; at the last one if it is not. */
  String verdict() {
    return loads.get(Math.min(first, loads.size() - 1)).verdict();
  }

  /** Returns where it lies. */
  String sentence() {
    String from =
        first > 0
            ? "from somewhere between %s and %s users on"
                .formatted(loads.get(first - 1).users(), loads.get(first).users())
            : "at every load that was measured of both, from %s users on"
                .formatted(loads.get(first).users());
    return "%s answers more than %s %s, at a wait of %s ms: %s times as many with %s users"
        .formatted(
            better, other, from, Numbers.of(delayMs()), Numbers.of(last().ratio()), last().users());
  }
}
