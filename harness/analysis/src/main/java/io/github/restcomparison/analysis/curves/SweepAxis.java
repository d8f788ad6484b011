package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Sweep.Point;
import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Chart.Axis;
import io.github.restcomparison.analysis.page.Chart.Series;
import io.github.restcomparison.analysis.page.Chart.View;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What the charts of a sweep have from left to right: throughput, latency and CPU over it. */
enum SweepAxis {
  /** How many users send requests at once. */
  USERS("users", "users"),
  /** The wait of one request. */
  DELAY("wait of one request, ms", "ms"),
  /** The threads that may block at once, of variants that have such a pool. */
  WORKERS("workers", "workers");

  private final String title;
  private final String unit;

  SweepAxis(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  /** Returns the place of a point on the logarithmic axis; 0 for none. */
  private double place(Point point) {
    return switch (this) {
      case USERS -> point.cell().users();
      case DELAY -> point.cell().delayMs();
      case WORKERS -> point.limits().workers().orElse(0);
    };
  }

  private String line(Point point) {
    return this == WORKERS ? Sweep.family(point.variant()) : point.variant();
  }

  /** Names all that is not on the axis. */
  private String view(Point point) {
    String users = Numbers.count(point.cell().users(), "user");
    String delay = "a wait of %s ms".formatted(Numbers.of(point.cell().delayMs()));
    return switch (this) {
      case USERS -> delay;
      case DELAY -> users;
      case WORKERS -> users + ", " + delay;
    };
  }

  /** Returns the charts; none if all points lie at one place of the axis. */
  List<Chart> charts(Sweep sweep) {
    List<Point> points = sweep.points().stream().filter(point -> place(point) > 0).toList();
    if (points.stream().mapToDouble(this::place).distinct().count() < 2) {
      return List.of();
    }
    return List.of(
        chart(points, RunMetrics.THROUGHPUT, "Throughput", "requests/s"),
        chart(points, RunMetrics.P99, "Latency, p99", "ms"),
        chart(points, RunMetrics.CPU, "CPU of the service", "µs/request"));
  }

  private Chart chart(List<Point> points, RunMetric metric, String name, String ofName) {
    return new Chart(
        metric.name().toLowerCase(Locale.ROOT) + "-over-" + unit,
        "%s (%s) over %s".formatted(name, ofName, title),
        metric == RunMetrics.THROUGHPUT
            ? "Dashed: what users / wait, or threads / wait, allow."
            : "Medians over the rounds.",
        new Axis(title, unit, true),
        new Axis(name, ofName, metric != RunMetrics.CPU),
        grouped(points, this::view).entrySet().stream()
            .map(view -> new View(view.getKey(), series(view.getValue(), metric)))
            .toList());
  }

  private static Map<String, List<Point>> grouped(
      List<Point> points, Function<Point, String> name) {
    return points.stream()
        .collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()));
  }

  private List<Series> series(List<Point> view, RunMetric metric) {
    List<Point> inOrder = view.stream().sorted(Comparator.comparingDouble(this::place)).toList();
    Map<String, List<Point>> lines = grouped(inOrder, this::line);
    List<Series> series = new ArrayList<>();
    lines.forEach((name, line) -> series.add(Series.line(name, measured(line, metric))));
    if (metric == RunMetrics.THROUGHPUT) {
      series.add(bound("users allow", inOrder, ThroughputLimits::ofUsers));
      lines.forEach(
          (name, line) ->
              series.add(
                  bound(
                      name + ": threads allow",
                      line.stream().filter(each -> each.limits().workers().isPresent()).toList(),
                      UnaryOperator.identity())));
    }
    return series.stream().filter(each -> each.isMeasured() || each.points().size() > 1).toList();
  }

  private List<Chart.Point> measured(List<Point> line, RunMetric metric) {
    return line.stream()
        .filter(point -> !Double.isNaN(point.median(metric)))
        .map(point -> Chart.Point.of(place(point), point.median(metric), metric.of(point.runs())))
        .toList();
  }

  private Series bound(String name, List<Point> line, UnaryOperator<ThroughputLimits> limits) {
    return Series.bound(
        name,
        line.stream()
            .flatMap(
                point ->
                    limits.apply(point.limits()).ceiling().stream()
                        .mapToObj(ceiling -> Chart.Point.of(place(point), ceiling)))
            .distinct()
            .toList());
  }
}
