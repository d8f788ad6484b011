package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.SweepReport.Point;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Axis;
import io.github.restcomparison.analysis.page.Page.Curves;
import io.github.restcomparison.analysis.page.Page.Series;
import io.github.restcomparison.analysis.page.Page.View;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The charts of a sweep over one axis: throughput, latency, and CPU per request. */
final class SweepCharts {
  private SweepCharts() {}

  /** None where all points lie at one place of the axis. */
  static List<Curves> over(SweepAxis axis, SweepReport report) {
    List<Point> points =
        report.points().stream().filter(point -> axis.of(point).isPresent()).toList();
    if (points.stream().map(axis::of).distinct().count() < 2) {
      return List.of();
    }
    return List.of(
        chart(axis, points, RunMetrics.THROUGHPUT, "Throughput", "requests/s"),
        chart(axis, points, RunMetrics.P99, "Latency, p99", "ms"),
        chart(axis, points, RunMetrics.CPU, "CPU of the service", "µs/request"));
  }

  private static Curves chart(
      SweepAxis axis, List<Point> points, RunMetric metric, String title, String unit) {
    Map<String, List<Point>> views =
        points.stream()
            .sorted(SweepReport.BY_CELL)
            .collect(Collectors.groupingBy(axis::view, LinkedHashMap::new, Collectors.toList()));
    return new Curves(
        metric.name().toLowerCase(Locale.ROOT) + "-over-" + axis.unit(),
        "%s (%s) over %s".formatted(title, unit, axis.title()),
        metric == RunMetrics.THROUGHPUT
            ? "Dashed: what users / wait, or threads / wait, allow."
            : "Medians over the rounds.",
        new Axis(axis.title(), axis.unit(), true),
        new Axis(title, unit, metric != RunMetrics.CPU),
        views.entrySet().stream()
            .map(view -> new View(view.getKey(), series(axis, view.getValue(), metric)))
            .toList());
  }

  private static List<Series> series(SweepAxis axis, List<Point> points, RunMetric metric) {
    List<Series> series = new ArrayList<>();
    lines(axis, points)
        .forEach(
            (name, line) ->
                series.add(
                    Series.line(
                        name, line.stream().flatMap(p -> drawn(axis, p, metric)).toList())));
    if (metric == RunMetrics.THROUGHPUT) {
      limits(axis, points, "users allow", ThroughputLimits::ofUsers).ifPresent(series::add);
      lines(axis, points)
          .forEach(
              (name, line) ->
                  limits(
                          axis,
                          line.stream().filter(p -> p.workers().isPresent()).toList(),
                          name + ": threads allow",
                          limits -> limits)
                      .ifPresent(series::add));
    }
    return series;
  }

  private static Map<String, List<Point>> lines(SweepAxis axis, List<Point> points) {
    return points.stream()
        .sorted(Comparator.comparingDouble(point -> axis.of(point).getAsDouble()))
        .collect(Collectors.groupingBy(axis::line, LinkedHashMap::new, Collectors.toList()));
  }

  private static Stream<Page.Point> drawn(SweepAxis axis, Point point, RunMetric metric) {
    return DoubleStream.of(point.median(metric))
        .filter(Double::isFinite)
        .mapToObj(
            median -> Page.Point.of(axis.of(point).getAsDouble(), median, metric.of(point.runs())));
  }

  private static Optional<Series> limits(
      SweepAxis axis,
      List<Point> points,
      String name,
      Function<ThroughputLimits, ThroughputLimits> of) {
    List<Page.Point> drawn =
        points.stream()
            .flatMap(
                point ->
                    of.apply(point.limits()).ceiling().stream()
                        .mapToObj(y -> Page.Point.of(axis.of(point).getAsDouble(), y)))
            .distinct()
            .sorted(Comparator.comparingDouble(Page.Point::x))
            .toList();
    return drawn.size() < 2 ? Optional.empty() : Optional.of(new Series(name, true, true, drawn));
  }
}
