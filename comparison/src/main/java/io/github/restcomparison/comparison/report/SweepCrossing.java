package io.github.restcomparison.comparison.report;

import io.github.restcomparison.comparison.report.SweepReport.Point;
import io.github.restcomparison.comparison.statistics.Crossing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * From how many users on one variant answers more than another, at one wait.
 *
 * @param users interpolated between two loads
 * @param always whether it is so with the fewest users that were measured already
 * @param ratioInTheEnd of the throughputs, with the most users
 */
record SweepCrossing(
    String better, String other, int delayMs, double users, boolean always, double ratioInTheEnd) {

  /** All of every two variants that were measured with two numbers of users or more. */
  static List<SweepCrossing> all(SweepReport report) {
    List<SweepCrossing> crossings = new ArrayList<>();
    for (int delayMs : report.plan().delaysMs()) {
      for (String better : report.plan().runs().variants()) {
        for (String other : report.plan().runs().variants()) {
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
    List<Crossing.At> points = new ArrayList<>();
    for (int users : report.plan().users()) {
      OptionalDouble ofBetter = throughput(report, better, users, delayMs);
      OptionalDouble ofOther = throughput(report, other, users, delayMs);
      if (ofBetter.isPresent() && ofOther.isPresent()) {
        points.add(new Crossing.At(users, ofBetter.getAsDouble(), ofOther.getAsDouble()));
      }
    }
    points.sort(Comparator.comparingDouble(Crossing.At::load));
    if (points.size() < 2) {
      return;
    }
    Crossing.At most = points.getLast();
    Crossing.from(points)
        .ifPresent(
            users ->
                crossings.add(
                    new SweepCrossing(
                        better,
                        other,
                        delayMs,
                        users,
                        users == points.getFirst().load(),
                        most.better() / most.other())));
  }

  private static OptionalDouble throughput(
      SweepReport report, String variant, int users, int delayMs) {
    return report.points().stream()
        .filter(point -> point.variant().equals(variant))
        .filter(point -> point.cell().users() == users && point.cell().delayMs() == delayMs)
        .flatMapToDouble((Point point) -> point.median(Measure.THROUGHPUT).stream())
        .findFirst();
  }

  String sentence() {
    String end = "%s times as many with the most users".formatted(Numbers.of(ratioInTheEnd));
    return always
        ? "%s answers more than %s at every load, at a wait of %s ms: %s"
            .formatted(better, other, Numbers.of(delayMs), end)
        : "from %s users on, %s answers more than %s, at a wait of %s ms: %s"
            .formatted(Numbers.of(Math.rint(users)), better, other, Numbers.of(delayMs), end);
  }
}
