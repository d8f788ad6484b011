package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.model.Pairs;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.Pair;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * From how many users on one variant answers more than another, at one wait.
 *
 * @param better the one that does; the first of the two where neither does
 * @param from where it begins to; absent where neither answers more than the other in the end
 * @param mostUsers with whom both were measured
 * @param ratio of the throughputs with them
 * @param before the verdict at the greatest load below the crossing; absent where there is none
 * @param verdict that at the load where it begins, or at the greatest where it does not
 */
record SweepCrossing(
    String better,
    String other,
    int delayMs,
    Optional<Crossing.From> from,
    double mostUsers,
    double ratio,
    Optional<PairVerdict> before,
    PairVerdict verdict) {

  /** One of every two variants that were measured with two numbers of users or more. */
  static List<SweepCrossing> all(SweepReport report) {
    List<String> variants = report.plan().runs().design().variants();
    List<SweepCrossing> crossings = new ArrayList<>();
    for (int delayMs : report.plan().delaysMs()) {
      for (int a = 0; a < variants.size(); a++) {
        for (int b = a + 1; b < variants.size(); b++) {
          of(report, variants.get(a), variants.get(b), delayMs).ifPresent(crossings::add);
        }
      }
    }
    return crossings;
  }

  private static Optional<SweepCrossing> of(
      SweepReport report, String one, String other, int delayMs) {
    List<Crossing.At> points = points(report, one, other, delayMs);
    if (points.size() < 2) {
      return Optional.empty();
    }
    boolean swap =
        Crossing.from(points).isEmpty()
            && Crossing.from(points(report, other, one, delayMs)).isPresent();
    return Optional.of(
        swap
            ? of(report, other, one, delayMs, points(report, other, one, delayMs))
            : of(report, one, other, delayMs, points));
  }

  private static SweepCrossing of(
      SweepReport report, String better, String other, int delayMs, List<Crossing.At> points) {
    Crossing.At most = points.getLast();
    Optional<Crossing.From> from = Crossing.from(points);
    List<Integer> around =
        Stream.concat(
                from.stream().flatMap(each -> each.below().stream().boxed()),
                Stream.of(from.map(Crossing.From::above).orElse(most.load())))
            .map(Double::intValue)
            .toList();
    List<PairVerdict> verdicts = verdicts(report, better, other, delayMs, around);
    return new SweepCrossing(
        better,
        other,
        delayMs,
        from,
        most.load(),
        most.ratio(),
        verdicts.size() == 2 ? Optional.of(verdicts.getFirst()) : Optional.empty(),
        verdicts.getLast());
  }

  private static List<Crossing.At> points(
      SweepReport report, String one, String other, int delayMs) {
    SortedMap<Integer, Double> ofOther = report.throughput(other, delayMs);
    return report.throughput(one, delayMs).entrySet().stream()
        .filter(each -> ofOther.containsKey(each.getKey()))
        .map(each -> new Crossing.At(each.getKey(), each.getValue(), ofOther.get(each.getKey())))
        .toList();
  }

  /**
   * A sweep has no A/A control: the margin is the least one. The loads of a crossing are a family.
   */
  private static List<PairVerdict> verdicts(
      SweepReport report, String one, String other, int delayMs, List<Integer> users) {
    List<Pair> pairs =
        users.stream()
            .map(
                load ->
                    Pairs.ranked(
                        summary(report, one, delayMs, load),
                        summary(report, other, delayMs, load),
                        RunMetrics.THROUGHPUT))
            .toList();
    return new PairwiseTests(TestedMetric.THROUGHPUT, NoiseFloor.NOT_MEASURED, pairs).judge();
  }

  private static VariantSummary summary(
      SweepReport report, String variant, int delayMs, int users) {
    SweepReport.Point point = report.point(variant, delayMs, users).orElseThrow();
    return new VariantSummary(point.runs(), point.runs().size());
  }

  /** The two loads that it lies between; or the first, where it is so there already. */
  String users() {
    return from.map(
            each ->
                each.below().isPresent()
                    ? Numbers.of(each.below()) + " to " + Numbers.of(each.above())
                    : Numbers.of(each.above()))
        .orElse("none");
  }

  /** What is said first; empty where neither answers more than the other in the end. */
  Optional<String> sentence() {
    return from.map(
        each ->
            "%s answers more than %s %s, at a wait of %s ms: %s times as many with %s users"
                .formatted(
                    better,
                    other,
                    begin(each),
                    Numbers.of(delayMs),
                    Numbers.of(ratio),
                    Numbers.of(mostUsers)));
  }

  private static String begin(Crossing.From from) {
    return from.below().isPresent()
        ? "from somewhere between %s and %s users on"
            .formatted(Numbers.of(from.below()), Numbers.of(from.above()))
        : "at every load that was measured of both, from %s users on"
            .formatted(Numbers.of(from.above()));
  }
}
