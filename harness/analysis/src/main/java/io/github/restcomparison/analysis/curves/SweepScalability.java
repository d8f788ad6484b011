package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Curves.Column;
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

  /** A variant at one wait. */
  private record Fit(String variant, int delayMs, Scalability law, double largestMiss) {}

  static Optional<Table> table(SweepReport report) {
    List<Fit> fits = new ArrayList<>();
    for (int delayMs : report.plan().delaysMs()) {
      for (String variant : report.plan().runs().design().variants()) {
        List<Scalability.At> points =
            report.points().stream()
                .filter(point -> point.variant().equals(variant))
                .filter(point -> point.cell().delayMs() == delayMs)
                .map(SweepScalability::at)
                .toList();
        Scalability.fit(points)
            .map(law -> new Fit(variant, delayMs, law, largestMiss(law, points)))
            .ifPresent(fits::add);
      }
    }
    return fits.isEmpty() ? Optional.empty() : Optional.of(table(fits));
  }

  private static Scalability.At at(Point point) {
    return new Scalability.At(
        point.cell().users(), point.median(RunMetrics.THROUGHPUT).orElseThrow());
  }

  private static double largestMiss(Scalability law, List<Scalability.At> points) {
    return points.stream()
        .mapToDouble(at -> Math.abs(law.throughput(at.users()) - at.throughput()) / at.throughput())
        .max()
        .orElseThrow();
  }

  private static Table table(List<Fit> fits) {
    return Table.of(
        "scalability",
        "Universal Scalability Law",
        "X(N) = γN / (1 + α(N − 1) + βN(N − 1)), fitted by least squares to the throughput at each number of users. It describes these loads and no others; a service that a pool or the users bound has a corner, which no such curve has; and where α or β is negative, it does not fit.",
        fits,
        List.of(
            new Column<>(
                "variant and wait",
                fit -> "%s, %s ms".formatted(fit.variant, Numbers.of(fit.delayMs))),
            new Column<>("γ, requests/s of one user", fit -> Numbers.of(fit.law.perUser())),
            new Column<>("α, contention", fit -> twoDigits(fit.law.contention())),
            new Column<>("β, coherency", fit -> twoDigits(fit.law.coherency())),
            new Column<>(
                "peak at users",
                fit -> Numbers.of(fit.law.peakUsers().stream().map(Math::rint).findFirst())),
            new Column<>("largest miss, %", fit -> Numbers.of(100 * fit.largestMiss))));
  }

  private static String twoDigits(double value) {
    return String.format(Locale.ROOT, "%.2g", value);
  }
}
