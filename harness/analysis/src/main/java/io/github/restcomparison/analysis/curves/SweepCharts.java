package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Curves.Axis;
import io.github.restcomparison.analysis.curves.Curves.Chart;
import io.github.restcomparison.analysis.curves.Curves.Series;
import io.github.restcomparison.analysis.curves.Curves.View;
import io.github.restcomparison.analysis.curves.SweepReport.Point;
import io.github.restcomparison.analysis.model.Measure;
import io.github.restcomparison.analysis.model.Numbers;
import io.github.restcomparison.records.Bounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The charts of a sweep over one axis: throughput, latency, and CPU per request. */
final class SweepCharts {
  private SweepCharts() {}

  /** None where all points lie at one place of the axis. */
  static List<Chart> over(SweepAxis axis, SweepReport report) {
    List<Point> points =
        report.points().stream().filter(point -> axis.of(point).isPresent()).toList();
    if (points.stream().map(axis::of).distinct().count() < 2) {
      return List.of();
    }
    return List.of(
        chart(axis, points, Measure.THROUGHPUT, "Throughput", "requests/s"),
        chart(axis, points, Measure.P99, "Latency, p99", "ms"),
        chart(axis, points, Measure.CPU, "CPU of the service", "µs/request"));
  }

  private static Chart chart(
      SweepAxis axis, List<Point> points, Measure measure, String title, String unit) {
    Map<String, List<Point>> views =
        points.stream()
            .sorted(
                Comparator.comparingInt((Point point) -> point.cell().delayMs())
                    .thenComparingInt(point -> point.cell().users()))
            .collect(Collectors.groupingBy(axis::view, LinkedHashMap::new, Collectors.toList()));
    return new Chart(
        measure.label().toLowerCase(Locale.ROOT) + "-over-" + axis.unit(),
        "%s (%s) over %s".formatted(title, unit, axis.title()),
        measure == Measure.THROUGHPUT
            ? "Dashed: what users / wait, or threads / wait, allow."
            : "Medians over the rounds.",
        new Axis(axis.title(), axis.unit(), true),
        new Axis(title, unit, measure != Measure.CPU),
        views.entrySet().stream()
            .map(view -> new View(view.getKey(), series(axis, view.getValue(), measure)))
            .toList());
  }

  private static List<Series> series(SweepAxis axis, List<Point> points, Measure measure) {
    List<Series> series = new ArrayList<>();
    lines(axis, points)
        .forEach(
            (name, line) ->
                series.add(
                    new Series(
                        name,
                        false,
                        true,
                        line.stream()
                            .map(p -> drawn(axis, p, measure))
                            .flatMap(Optional::stream)
                            .toList())));
    if (measure == Measure.THROUGHPUT) {
      bounds(axis, points, "users allow", Bounds::ofUsers).ifPresent(series::add);
      lines(axis, points)
          .forEach(
              (name, line) ->
                  bounds(
                          axis,
                          line.stream().filter(p -> p.workers().isPresent()).toList(),
                          name + ": threads allow",
                          bounds -> bounds)
                      .ifPresent(series::add));
    }
    return series;
  }

  private static Map<String, List<Point>> lines(SweepAxis axis, List<Point> points) {
    return points.stream()
        .sorted(Comparator.comparingDouble(point -> axis.of(point).getAsDouble()))
        .collect(Collectors.groupingBy(axis::line, LinkedHashMap::new, Collectors.toList()));
  }

  private static Optional<Curves.Point> drawn(SweepAxis axis, Point point, Measure measure) {
    double[] values = measure.of(point.runs());
    return point.median(measure).stream()
        .mapToObj(
            median ->
                new Curves.Point(
                    axis.of(point).getAsDouble(),
                    Numbers.kept(median),
                    values.length < 2
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(
                            Numbers.kept(Arrays.stream(values).min().getAsDouble())),
                    values.length < 2
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(
                            Numbers.kept(Arrays.stream(values).max().getAsDouble()))))
        .findFirst();
  }

  private static Optional<Series> bounds(
      SweepAxis axis, List<Point> points, String name, Function<Bounds, Bounds> of) {
    List<Curves.Point> drawn =
        points.stream()
            .flatMap(
                point ->
                    of.apply(point.bounds()).ceiling().stream()
                        .mapToObj(y -> Curves.Point.of(axis.of(point).getAsDouble(), y)))
            .distinct()
            .sorted(Comparator.comparingDouble(Curves.Point::x))
            .toList();
    return drawn.size() < 2 ? Optional.empty() : Optional.of(new Series(name, true, true, drawn));
  }
}
