package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Curves.Column;
import io.github.restcomparison.analysis.curves.Curves.Table;
import io.github.restcomparison.analysis.curves.SweepReport.Point;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The Universal Scalability Law of each variant at each wait, where there are loads enough. */
final class SweepScalability {
  private SweepScalability() {}

  /** What is smaller costs less than 1 % of the throughput of 10,000 users: no sweep shows it. */
  private static final double LEAST_CONTENTION = 1e-6;

  private static final double LEAST_COHERENCY = 1e-10;

  /**
   * A variant at one wait.
   *
   * @param mostUsers that were measured
   */
  private record Fit(
      String variant, int delayMs, Scalability law, double mostUsers, double largestMiss) {
    /** A peak beyond the loads that were measured is a guess. */
    String peak() {
      OptionalDouble users = law.peakUsers();
      return users.isPresent() && users.getAsDouble() <= mostUsers
          ? Numbers.of(Math.rint(users.getAsDouble()))
          : "beyond " + Numbers.of(mostUsers);
    }
  }

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
            .map(
                law ->
                    new Fit(
                        variant,
                        delayMs,
                        law,
                        points.stream().mapToDouble(Scalability.At::users).max().orElseThrow(),
                        largestMiss(law, points)))
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
            new Column<>("α, contention", fit -> twoDigits(fit.law.contention(), LEAST_CONTENTION)),
            new Column<>("β, coherency", fit -> twoDigits(fit.law.coherency(), LEAST_COHERENCY)),
            new Column<>("peak at users", Fit::peak),
            new Column<>(
                "largest miss, %",
                fit -> String.format(Locale.ROOT, "%.1f", 100 * fit.largestMiss))));
  }

  private static String twoDigits(double value, double least) {
    return Math.abs(value) < least ? "0" : String.format(Locale.ROOT, "%.2g", value);
  }
}
