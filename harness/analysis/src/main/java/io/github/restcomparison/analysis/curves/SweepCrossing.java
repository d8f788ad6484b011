package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * From how many users on one variant answers more than another, at one wait.
 *
 * @param from where it begins to
 * @param mostUsers with whom both were measured
 * @param ratio of the throughputs with them
 */
record SweepCrossing(
    String better, String other, int delayMs, Crossing.From from, double mostUsers, double ratio) {

  /** All of every two variants that were measured with two numbers of users or more. */
  static List<SweepCrossing> all(SweepReport report) {
    List<SweepCrossing> crossings = new ArrayList<>();
    for (int delayMs : report.plan().delaysMs()) {
      for (String better : report.plan().runs().design().variants()) {
        for (String other : report.plan().runs().design().variants()) {
          if (!better.equals(other)) {
            add(crossings, report, better, other, delayMs);
          }
        }
      }
    }
    return crossings;
  }

  private static void add(
      List<SweepCrossing> crossings, SweepReport report, String better, String other, int delayMs) {
    SortedMap<Integer, Double> ofOther = report.throughput(other, delayMs);
    List<Crossing.At> points =
        report.throughput(better, delayMs).entrySet().stream()
            .filter(each -> ofOther.containsKey(each.getKey()))
            .map(
                each -> new Crossing.At(each.getKey(), each.getValue(), ofOther.get(each.getKey())))
            .toList();
    if (points.size() < 2) {
      return;
    }
    Crossing.At most = points.getLast();
    Crossing.from(points)
        .map(from -> new SweepCrossing(better, other, delayMs, from, most.load(), most.ratio()))
        .ifPresent(crossings::add);
  }

  /** The two loads that it lies between; or the first, where it is so there already. */
  String users() {
    return from.below().isPresent()
        ? Numbers.of(from.below()) + " to " + Numbers.of(from.above())
        : Numbers.of(from.above());
  }

  String sentence() {
    String begin =
        from.below().isPresent()
            ? "from somewhere between %s and %s users on"
                .formatted(Numbers.of(from.below()), Numbers.of(from.above()))
            : "at every load that was measured of both, from %s users on"
                .formatted(Numbers.of(from.above()));
    return "%s answers more than %s %s, at a wait of %s ms: %s times as many with %s users"
        .formatted(
            better, other, begin, Numbers.of(delayMs), Numbers.of(ratio), Numbers.of(mostUsers));
  }
}
