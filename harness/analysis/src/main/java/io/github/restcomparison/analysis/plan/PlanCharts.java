package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.curves.Curves;
import io.github.restcomparison.analysis.curves.Curves.Axis;
import io.github.restcomparison.analysis.curves.Curves.Chart;
import io.github.restcomparison.analysis.curves.Curves.Point;
import io.github.restcomparison.analysis.curves.Curves.Series;
import io.github.restcomparison.analysis.sizing.Load;
import io.github.restcomparison.analysis.sizing.Prediction;
import io.github.restcomparison.analysis.sizing.Validation;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What is expected over the load of one node, and predictions against what was measured. */
final class PlanCharts {
  /** Points of a curve to each factor of ten. */
  private static final int DENSITY = 6;

  private static final double FROM = 0.01;
  private static final double TO = 4;

  private final PlanAnswer answer;
  private final Map<String, List<Foreseen>> curves = new LinkedHashMap<>();

  /** One point of a curve. */
  private record Foreseen(double load, Optional<Prediction> expected) {}

  PlanCharts(PlanAnswer answer) {
    this.answer = answer;
    Load share = share();
    int points = (int) Math.round(DENSITY * Math.log10(TO / FROM));
    for (NodePlan plan : answer.plans()) {
      Planner planner = answer.planner(plan.variant());
      curves.put(
          plan.variant(),
          IntStream.rangeClosed(0, points)
              .mapToObj(i -> share.times(FROM * Math.pow(TO / FROM, (double) i / points)))
              .distinct()
              .map(load -> new Foreseen(load.size(), planner.expected(load)))
              .toList());
    }
  }

  /** Of a node where the load is spread over the fewest nodes that any variant takes. */
  private Load share() {
    double fewest =
        answer.plans().stream()
            .flatMap(plan -> plan.size().stream())
            .mapToDouble(size -> size.nodes().median())
            .min()
            .orElse(1);
    return answer.request().load().of((int) fewest);
  }

  List<Chart> all() {
    List<Chart> charts = new ArrayList<>();
    charts.add(
        chart("throughput", "Throughput of a node", "requests/s", Prediction::throughput, asked()));
    charts.add(
        chart("p99", "Latency of a node, p99", "ms", each -> each.latencyMs(0.99), List.of()));
    charts.add(
        chart("cpus", "CPUs of a node in use", "%", each -> 100 * each.utilisation(), List.of()));
    if (!answer.validation().cells().isEmpty()) {
      charts.add(validation());
    }
    return charts;
  }

  private Chart chart(
      String id,
      String title,
      String unit,
      ToDoubleFunction<Prediction> figure,
      List<Series> bounds) {
    List<Series> series = new ArrayList<>();
    curves.forEach(
        (variant, foreseen) ->
            series.add(
                Series.line(
                    variant,
                    foreseen.stream()
                        .filter(each -> each.expected().isPresent())
                        .map(
                            each -> point(each.load(), figure.applyAsDouble(each.expected().get())))
                        .toList())));
    series.addAll(bounds);
    String loadUnit = answer.request().load().unit();
    return Curves.chart(
        id,
        "%s (%s) over its load".formatted(title, unit),
        "Predicted, for one node"
            + (bounds.isEmpty() ? "." : ". Dashed: what is asked for, if nothing ever queued."),
        new Axis(loadUnit + " of one node", loadUnit, true),
        new Axis(title, unit, !unit.equals("%")),
        series);
  }

  private List<Series> asked() {
    Load load = answer.request().load();
    double askedByOne = load.asked() / load.size();
    return curves.values().stream()
        .findFirst()
        .map(
            foreseen ->
                foreseen.stream()
                    .map(each -> point(each.load(), askedByOne * each.load()))
                    .toList())
        .map(points -> List.of(new Series("asked for", true, true, points)))
        .orElse(List.of());
  }

  private Chart validation() {
    Map<String, List<Point>> points = new LinkedHashMap<>();
    for (Validation.Cell cell : answer.validation().cells()) {
      points
          .computeIfAbsent(cell.variant(), name -> new ArrayList<>())
          .add(point(cell.measured().throughput(), cell.predicted().throughput()));
    }
    List<Series> series = new ArrayList<>();
    points.forEach((variant, each) -> series.add(new Series(variant, false, false, each)));
    double[] measured =
        answer.validation().cells().stream()
            .mapToDouble(cell -> cell.measured().throughput())
            .sorted()
            .toArray();
    series.add(
        new Series(
            "as measured",
            true,
            true,
            List.of(
                point(measured[0], measured[0]),
                point(measured[measured.length - 1], measured[measured.length - 1]))));
    return Curves.chart(
        "predicted",
        "Predicted over measured throughput (requests/s)",
        "A point is one load, predicted from all others of its variant. On the dashed line both are alike.",
        new Axis("measured", "requests/s", true),
        new Axis("predicted", "requests/s", true),
        series);
  }

  private static Point point(double x, double y) {
    return Point.of(Numbers.roundSignificant(x), Numbers.roundSignificant(y));
  }
}
