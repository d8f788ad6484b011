package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Curves.Row;
import io.github.restcomparison.analysis.curves.Curves.Table;
import io.github.restcomparison.analysis.curves.SweepReport.Point;
import io.github.restcomparison.analysis.model.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The Universal Scalability Law of each variant at each wait, where there are loads enough. */
final class SweepScalability {
  private SweepScalability() {}

  static Optional<Table> table(SweepReport report) {
    List<Row> rows = new ArrayList<>();
    for (int delayMs : report.plan().delaysMs()) {
      for (String variant : report.plan().runs().design().variants()) {
        List<Point> points =
            report.points().stream()
                .filter(point -> point.variant().equals(variant))
                .filter(point -> point.cell().delayMs() == delayMs)
                .toList();
        fit(points).map(law -> row(variant, delayMs, law, points)).ifPresent(rows::add);
      }
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Table(
                "scalability",
                "Universal Scalability Law",
                "X(N) = γN / (1 + α(N − 1) + βN(N − 1)), fitted by least squares to the throughput at each number of users. It describes these loads and no others; a service that a pool or the users bound has a corner, which no such curve has; and where α or β is negative, it does not fit.",
                List.of(
                    "variant and wait",
                    "γ, requests/s of one user",
                    "α, contention",
                    "β, coherency",
                    "peak at users",
                    "largest miss, %"),
                rows));
  }

  private static Optional<Scalability> fit(List<Point> points) {
    return Scalability.fit(
        points.stream()
            .map(
                point ->
                    new Scalability.At(
                        point.cell().users(), point.median(RunMetrics.THROUGHPUT).orElseThrow()))
            .toList());
  }

  private static Row row(String variant, int delayMs, Scalability law, List<Point> points) {
    double miss =
        points.stream()
            .mapToDouble(
                point -> {
                  double seen = point.median(RunMetrics.THROUGHPUT).orElseThrow();
                  return Math.abs(law.throughput(point.cell().users()) - seen) / seen;
                })
            .max()
            .orElseThrow();
    return new Row(
        "%s, %s ms".formatted(variant, Numbers.of(delayMs)),
        List.of(
            Numbers.of(law.perUser()),
            String.format(Locale.ROOT, "%.2g", law.contention()),
            String.format(Locale.ROOT, "%.2g", law.coherency()),
            law.peakUsers().stream()
                .mapToObj(users -> Numbers.of(Math.rint(users)))
                .findFirst()
                .orElse(Numbers.ABSENT),
            Numbers.of(100 * miss)));
  }
}
