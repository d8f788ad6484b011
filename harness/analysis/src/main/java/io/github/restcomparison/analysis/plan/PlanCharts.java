package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.page.Page.Axis;
import io.github.restcomparison.analysis.page.Page.Curves;
import io.github.restcomparison.analysis.page.Page.Point;
import io.github.restcomparison.analysis.page.Page.Series;
import io.github.restcomparison.analysis.sizing.Load;
import io.github.restcomparison.analysis.sizing.Prediction;
import io.github.restcomparison.analysis.sizing.Validation;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is expected over the load of one node, and over the number of nodes; and predictions against
 * what was measured.
 */
final class PlanCharts {
  /** Points of a curve to each factor of ten. */
  private static final int DENSITY = 6;

  /** As many times the load of a node of the variant that takes the fewest. */
  private static final double LEAST_LOAD = 0.01;

  private static final double MOST_LOAD = 4;

  /** As many times the nodes of the variant that takes the most. */
  private static final double MOST_NODES = 2;

  private final PlanAnswer answer;
  private final Map<String, List<Foreseen>> overLoad;
  private final Map<String, List<Foreseen>> overNodes;

  /** What one node has to do at a place of an axis. */
  private record Place(double x, Load load) {}

  /** One point of a curve. */
  private record Foreseen(double x, Optional<Prediction> expected) {}

  PlanCharts(PlanAnswer answer) {
    this.answer = answer;
    Load all = answer.request().load();
    DoubleSummaryStatistics nodes =
        answer.plans().stream()
            .flatMap(plan -> plan.size().stream())
            .mapToDouble(size -> size.nodes().median())
            .summaryStatistics();
    Load share = all.of(nodes.getCount() == 0 ? 1 : (int) nodes.getMin());
    overLoad =
        foresee(
            steps(LEAST_LOAD, MOST_LOAD)
                .mapToObj(share::times)
                .distinct()
                .map(load -> new Place(load.size(), load)));
    overNodes =
        nodes.getCount() == 0
            ? Map.of()
            : foresee(
                steps(
                        Math.max(1, nodes.getMin() / MOST_LOAD),
                        Math.min(MOST_NODES * nodes.getMax(), all.mostNodes()))
                    .mapToInt(number -> (int) Math.rint(number))
                    .distinct()
                    .mapToObj(number -> new Place(number, all.of(number))));
  }

  /** The same factor apart, or nearly. */
  private static DoubleStream steps(double from, double to) {
    int points = (int) Math.max(1, Math.round(DENSITY * Math.log10(to / from)));
    return IntStream.rangeClosed(0, points)
        .mapToDouble(i -> from * Math.pow(to / from, (double) i / points));
  }

  private Map<String, List<Foreseen>> foresee(Stream<Place> places) {
    List<Place> all = places.toList();
    Map<String, List<Foreseen>> curves = new LinkedHashMap<>();
    for (NodePlan plan : answer.plans()) {
      Planner planner = answer.planner(plan.variant());
      curves.put(
          plan.variant(),
          all.stream()
              .map(place -> new Foreseen(place.x(), planner.expected(place.load())))
              .toList());
    }
    return curves;
  }

  List<Curves> all() {
    String unit = answer.request().load().unit();
    Axis load = new Axis(unit + " of one node", unit, true);
    List<Curves> charts = new ArrayList<>();
    charts.add(
        Curves.of(
            "throughput",
            "Throughput of a node (requests/s) over its load",
            "Predicted, for one node. Dashed: what is asked for, if nothing ever queued.",
            load,
            new Axis("Throughput of a node", "requests/s", true),
            Stream.concat(series(overLoad, Prediction::throughput).stream(), asked().stream())
                .toList()));
    charts.addAll(latencyAndCpus("", "its load", load, overLoad));
    if (!overNodes.isEmpty()) {
      Axis nodes = new Axis("nodes that share the load", "nodes", true);
      charts.addAll(latencyAndCpus("nodes-", "the nodes that share the load", nodes, overNodes));
    }
    if (!answer.validation().cells().isEmpty()) {
      charts.add(validation());
    }
    return charts;
  }

  private static List<Curves> latencyAndCpus(
      String prefix, String over, Axis axis, Map<String, List<Foreseen>> curves) {
    String explained = "Predicted, for one node.";
    return List.of(
        Curves.of(
            prefix + "p99",
            "Latency of a node, p99 (ms) over " + over,
            explained,
            axis,
            new Axis("Latency of a node, p99", "ms", true),
            series(curves, each -> each.latencyMs(0.99))),
        Curves.of(
            prefix + "cpus",
            "CPUs of a node in use (%) over " + over,
            explained,
            axis,
            new Axis("CPUs of a node in use", "%", false),
            series(curves, each -> 100 * each.utilisation())));
  }

  private static List<Series> series(
      Map<String, List<Foreseen>> curves, ToDoubleFunction<Prediction> figure) {
    return curves.entrySet().stream()
        .map(
            curve ->
                Series.line(
                    curve.getKey(),
                    curve.getValue().stream()
                        .filter(each -> each.expected().isPresent())
                        .map(each -> point(each.x(), figure.applyAsDouble(each.expected().get())))
                        .toList()))
        .toList();
  }

  private List<Series> asked() {
    Load load = answer.request().load();
    double askedByOne = load.asked() / load.size();
    return overLoad.values().stream()
        .findFirst()
        .map(
            foreseen ->
                foreseen.stream().map(each -> point(each.x(), askedByOne * each.x())).toList())
        .map(points -> List.of(new Series("asked for", true, true, points)))
        .orElse(List.of());
  }

  private Curves validation() {
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
    return Curves.of(
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
