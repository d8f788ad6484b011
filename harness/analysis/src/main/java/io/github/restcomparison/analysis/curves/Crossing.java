package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Sweep.Point;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.PairVerdict;
import io.github.restcomparison.analysis.model.PairwiseTests;
import io.github.restcomparison.analysis.model.Variant;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * From how many users on one variant answers more than another, at one wait. Between two loads
 * nothing is interpolated: a pool that runs full makes a corner there.
 *
 * @param better the variant that does; the first of the two if neither does
 * @param other the other one
 * @param loads at which both were measured, in ascending order of the users
 * @param first index of the load from which on the ratio is above the margin; the number of loads
 *     if it is not so at the last
 * @param verdicts on the throughput at the load before the crossing, if there is one, and at the
 *     first; at the last load if there is no crossing
 */
record Crossing(
    String better, String other, List<Load> loads, int first, List<PairVerdict> verdicts) {

  /** Less than 5 % is no difference: the least margin of all verdicts. */
  private static final double MARGIN = 1 + NoiseFloor.LEAST_MARGIN;

  /** Both variants at one load. */
  record Load(Point better, Point other) {
    int users() {
      return better.cell().users();
    }

    double ratio() {
      return better.throughput() / other.throughput();
    }

    private Load turned() {
      return new Load(other, better);
    }

    private Pair pair() {
      return Pair.ofOneExperiment(
          summary(better),
          summary(other),
          RunMetrics.THROUGHPUT,
          NoiseFloor.NOT_MEASURED,
          better.runs().size());
    }

    private static Variant summary(Point point) {
      return new Variant(point.runs(), point.runs().size());
    }
  }

  /** One of every two variants that were measured together at two loads or more. */
  static List<Crossing> all(Sweep sweep) {
    List<String> variants = sweep.plan().runs().design().variants();
    List<Crossing> crossings = new ArrayList<>();
    for (int delayMs : sweep.plan().delaysMs()) {
      for (int a = 0; a < variants.size(); a++) {
        for (int b = a + 1; b < variants.size(); b++) {
          List<Load> loads = loads(sweep, variants.get(a), variants.get(b), delayMs);
          if (loads.size() > 1) {
            crossings.add(of(loads));
          }
        }
      }
    }
    return crossings;
  }

  private static List<Load> loads(Sweep sweep, String one, String other, int delayMs) {
    return sweep.points().stream()
        .filter(point -> point.variant().equals(one) && point.cell().delayMs() == delayMs)
        .flatMap(
            point ->
                sweep.points().stream()
                    .filter(each -> each.variant().equals(other))
                    .filter(each -> each.cell().equals(point.cell()))
                    .map(each -> new Load(point, each)))
        .toList();
  }

  /** A sweep has no A/A control, so its margin is the least one. */
  private static Crossing of(List<Load> given) {
    List<Load> turned = given.stream().map(Load::turned).toList();
    List<Load> loads =
        first(given) == given.size() && first(turned) < given.size() ? turned : given;
    int first = first(loads);
    List<Load> around = loads.subList(Math.max(0, first - 1), Math.min(first + 1, loads.size()));
    return new Crossing(
        loads.getFirst().better.variant(),
        loads.getFirst().other.variant(),
        loads,
        first,
        PairwiseTests.judge(
            TestedMetric.THROUGHPUT,
            NoiseFloor.LEAST_MARGIN,
            around.stream().map(Load::pair).toList(),
            true));
  }

  private static int first(List<Load> loads) {
    return first(loads.stream().mapToDouble(Load::ratio).toArray());
  }

  /** Returns the index from which on all ratios are above the margin; their number for none. */
  static int first(double... ratios) {
    int first = ratios.length;
    while (first > 0 && ratios[first - 1] > MARGIN) {
      first--;
    }
    return first;
  }

  Load last() {
    return loads.getLast();
  }

  double delayMs() {
    return last().better.cell().delayMs();
  }

  /** The two loads that it lies between; or the first, if it is so there already. */
  String users() {
    return first == loads.size()
        ? "none"
        : (first > 0 ? Numbers.of(loads.get(first - 1).users()) + " to " : "")
            + Numbers.of(loads.get(first).users());
  }

  /** The verdict at the load before it. */
  String before() {
    return verdicts.size() == 2 ? verdicts.getFirst().verdict() : Numbers.ABSENT;
  }

  /** The verdict at the load from which on it is so; at the last one if it is not. */
  String verdict() {
    return verdicts.getLast().verdict();
  }

  /** Where it lies, in a sentence; empty if neither answers more at the greatest load. */
  Optional<String> sentence() {
    if (first == loads.size()) {
      return Optional.empty();
    }
    String from = Numbers.of(loads.get(first).users());
    String begin =
        first > 0
            ? "from somewhere between %s and %s users on"
                .formatted(Numbers.of(loads.get(first - 1).users()), from)
            : "at every load that was measured of both, from %s users on".formatted(from);
    return Optional.of(
        "%s answers more than %s %s, at a wait of %s ms: %s times as many with %s users"
            .formatted(
                better,
                other,
                begin,
                Numbers.of(delayMs()),
                Numbers.of(last().ratio()),
                Numbers.of(last().users())));
  }
}
