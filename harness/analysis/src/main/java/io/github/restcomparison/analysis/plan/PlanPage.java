package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Axis;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Curves;
import io.github.restcomparison.analysis.page.Page.Point;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Series;
import io.github.restcomparison.analysis.plan.Measurements.Figures;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanAnswer.Expected;
import io.github.restcomparison.analysis.plan.PlanAnswer.NodePlan;
import io.github.restcomparison.analysis.plan.PlanAnswer.Nodes;
import io.github.restcomparison.analysis.plan.PlanAnswer.Spread;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.ServiceModel.Prediction;
import io.github.restcomparison.analysis.plan.Validation.Cell;
import io.github.restcomparison.analysis.plan.Validation.Errors;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The texts, tables and charts of a plan. */
final class PlanPage {
  private static final double FAR_OFF = 0.2;

  /** Points of a curve for each factor of ten. */
  private static final int DENSITY = 6;

  /** The curves' loads, and most nodes, as multiples of the plan's. */
  private static final double MIN_LOAD = 0.01;

  private static final double MAX_LOAD = 4;
  private static final double MAX_NODES = 2;

  private static final String UNVALIDATED =
      ", and nothing shows how well it holds: the results have one load of each variant (./compare sweep measures more)";

  private static final List<String> ASSUMPTIONS =
      List.of(
          "assumed: nodes are alike, share the load evenly, and run nothing else; a CPU does the work of one where it was measured",
          "assumed: a request costs what it did at the same throughput and number of requests in service per CPU; JIT compilers and sampling are not part of it",
          "assumed: neither the network nor the back end is a limit, and both are as fast as when measured",
          "latencies are of queues for CPUs and threads alone: garbage collections, and whatever else stops a process, add to p99",
          "intervals are of the cost of a request, from the least to the greatest of the rounds; not of the model");

  private final PlanAnswer answer;
  private final Load load;
  private final Validation validation;

  PlanPage(PlanAnswer answer) {
    this.answer = answer;
    load = answer.request().load();
    validation = answer.validation();
  }

  Page page() {
    boolean all = answer.plans().stream().allMatch(plan -> plan.missing().isEmpty());
    List<Section> tables = new ArrayList<>();
    tables.add(plans());
    if (!validation.cells().isEmpty()) {
      tables.addAll(List.of(errors(validation), cells()));
    }
    if (!answer.memoryEnds().isEmpty()) {
      tables.add(memoryEnds());
    }
    return Page.of(
        new Page.Head(
            "Plan: " + load.text(),
            (all ? Status.VALID : Status.INVALID).name(),
            (all ? "a prediction" : "a prediction; not every variant has enough nodes")
                + (validation.cells().isEmpty() ? UNVALIDATED : "; " + accuracy(validation)),
            List.of(goal()),
            answer.plans().stream().map(PlanPage::sentence).toList()),
        charts(),
        tables,
        Stream.of(ASSUMPTIONS, answer.measurements().notes(), withoutMemory())
            .flatMap(List::stream)
            .toList());
  }

  static String accuracy(Validation validation) {
    return "of %s, each predicted from all others of its variant, throughput was off by %s, CPU per request by %s; one round of a load is off the mean of its rounds by up to %s in the median"
        .formatted(
            Numbers.count(validation.cells().size(), "measured load"),
            error(validation.errors(Figures::throughput)),
            error(validation.errors(Figures::cpuMicros)),
            percent(validation.roundsOff()));
  }

  private static String error(Errors errors) {
    return "%s in the median and %s at worst"
        .formatted(percent(errors.median()), percent(errors.worst()));
  }

  private String goal() {
    PlanRequest.Instance node = answer.request().instance();
    PlanRequest.Limits limits = answer.request().limits();
    String cpus =
        node.cpus().isPresent() ? Numbers.of(node.cpus()) : "as many as where it was measured";
    long bytes = node.memoryBytes().orElse(0);
    return "CPUs of a node: %s%s; at most %s of them in use%s."
        .formatted(
            cpus,
            bytes > 0 ? ", with %s MiB".formatted(Numbers.mebibytes(bytes)) : "",
            percent(limits.maxUtilisation()),
            limits.slo().map(slo -> ", " + slo.text()).orElse(""));
  }

  private static String sentence(NodePlan plan) {
    if (!plan.isEnough()) {
      return "%s: no number of nodes is enough: %s"
          .formatted(plan.variant(), String.join("; ", plan.missing()));
    }
    Nodes nodes = plan.nodes();
    Expected expected = plan.expected();
    List<String> clauses = new ArrayList<>();
    clauses.add(
        Numbers.count((long) nodes.count().median(), "node") + nodes.count().ends(Numbers::of));
    String p99 = shown(expected.p99Ms().median(), ms -> "p99 %s ms".formatted(whole(ms)));
    clauses.add(
        "%s requests/s, %s, %s of the CPUs"
            .formatted(
                whole(expected.throughput().median()),
                p99.equals(Numbers.ABSENT) ? "latency grows without end" : p99,
                percent(expected.utilisation().median())));
    clauses.add("limited by " + expected.bound().text);
    if (!plan.missing().isEmpty()) {
      clauses.add("not enough: " + String.join("; ", plan.missing()));
    }
    if (!plan.oneFewer().isEmpty()) {
      clauses.add("with one fewer " + String.join("; ", plan.oneFewer()));
    }
    if (Double.isFinite(nodes.lossOfOne())) {
      clauses.add(
          "%s survive the loss of one, %s that of a tenth"
              .formatted(Numbers.of(nodes.lossOfOne()), Numbers.of(nodes.lossOfTenth())));
    }
    if (Double.isFinite(nodes.withThreads())) {
      clauses.add(
          "with %s each %s are enough"
              .formatted(
                  Numbers.count((long) nodes.threads(), "thread"),
                  Numbers.count((long) nodes.withThreads(), "node")));
    }
    if (!plan.extrapolated().isEmpty()) {
      clauses.add("far from what was measured: " + String.join("; ", plan.extrapolated()));
    }
    return plan.variant() + ": " + String.join("; ", clauses);
  }

  private Section plans() {
    return Section.table(
        "plans",
        "What it takes",
        "In brackets what the least and the greatest cost of a request give. The rest of the nodes meets all limits after one node, or a tenth of the nodes, has failed, if there are as many as the two columns say.",
        answer.plans(),
        List.of(
            new Column<>("variant", NodePlan::variant),
            new Column<>("nodes", plan -> plan.nodes().count().text(Numbers::of)),
            new Column<>("if one may fail", plan -> shown(plan.nodes().lossOfOne(), Numbers::of)),
            new Column<>(
                "if a tenth may fail", plan -> shown(plan.nodes().lossOfTenth(), Numbers::of)),
            column("requests/s", Expected::throughput, PlanPage::whole),
            column("CPU, µs/request", Expected::cpuMicros, Numbers::of),
            column("CPUs in use", Expected::utilisation, PlanPage::percent),
            column("p50, ms", Expected::p50Ms, PlanPage::whole),
            column("p99, ms", Expected::p99Ms, PlanPage::whole),
            new Column<>("threads", plan -> shown(plan.resources().threads(), Numbers::of)),
            new Column<>(
                "memory, MiB", plan -> shown(plan.resources().memoryBytes(), Numbers::mebibytes)),
            new Column<>(
                "price of a million", plan -> shown(plan.resources().perMillion(), Numbers::of)),
            new Column<>("limited by", plan -> plan.expected().bound().text)));
  }

  private static Column<NodePlan> column(
      String head, Function<Expected, Spread> figure, DoubleFunction<String> format) {
    return new Column<>(head, plan -> figure.apply(plan.expected()).text(format));
  }

  static Section errors(Validation validation) {
    Map<String, Errors> rows = new LinkedHashMap<>();
    rows.put("requests/s", validation.errors(Figures::throughput));
    rows.put("CPU per request", validation.errors(Figures::cpuMicros));
    rows.put("p50", validation.errors(Figures::p50Ms));
    rows.put("p99", validation.errors(Figures::p99Ms));
    if (!validation.heapErrors().isEmpty()) {
      Errors heaps = Errors.of(validation.heapErrors().stream().mapToDouble(each -> each));
      rows.put("heap in use while requests wait", heaps);
    }
    return Section.table(
        "errors",
        "How far predictions are off",
        "Each measured load, predicted from all others of its variant and from nothing of itself, for the host that it was measured on; errors without their signs.",
        List.copyOf(rows.entrySet()),
        List.of(
            new Column<>("figure", Entry::getKey),
            new Column<>("in the median", row -> percent(row.getValue().median())),
            new Column<>("at worst", row -> percent(row.getValue().worst())),
            new Column<>("off by more than 20 %", row -> Numbers.of(row.getValue().above(FAR_OFF))),
            new Column<>("of", row -> Numbers.of(row.getValue().sorted().length))));
  }

  private Section cells() {
    return Section.table(
        "validation",
        "How well it holds",
        "Each load, its prediction, and by how much that is off. CPU is the geometric mean of the rounds, in brackets the least and the greatest. If nearly all CPUs are in use, the cost of a request decides throughput.",
        validation.cells(),
        List.of(
            new Column<>("variant, users, wait", Cell::name),
            new Column<>("requests/s", cell -> whole(cell.measured().throughput())),
            new Column<>("predicted", cell -> predicted(cell, Figures::throughput)),
            new Column<>("CPU, µs/request", cell -> cell.cpuMicros().text(Numbers::of)),
            new Column<>("predicted", cell -> predicted(cell, Figures::cpuMicros)),
            new Column<>("CPUs in use", cell -> percent(cell.measured().utilisation())),
            new Column<>("p50, ms", cell -> Numbers.of(cell.measured().p50Ms())),
            new Column<>("predicted", cell -> predicted(cell, Figures::p50Ms)),
            new Column<>("p99, ms", cell -> Numbers.of(cell.measured().p99Ms())),
            new Column<>("predicted", cell -> predicted(cell, Figures::p99Ms))));
  }

  private static String predicted(Cell cell, ToDoubleFunction<Figures> figure) {
    double predicted = figure.applyAsDouble(cell.predicted());
    return String.format(
        Locale.ROOT,
        "%s (%+.1f %%)",
        predicted >= 100 ? whole(predicted) : Numbers.of(predicted),
        100 * cell.error(figure));
  }

  private Section memoryEnds() {
    return Section.table(
        "memory",
        "When the heap is full",
        "The number of waiting requests by a line through all looks at the variant, and what was seen. Near that number a service collects garbage all the time. The buffers of threads that block are part of it.",
        answer.memoryEnds(),
        List.of(
            new Column<>("variant", Memory.End::variant),
            new Column<>("heap, MiB", end -> Numbers.mebibytes(end.heapBytes())),
            new Column<>("full with", end -> whole(end.maxWaiting())),
            new Column<>(
                "most that waited at once and were answered",
                end -> shown(end.answered(), Numbers::of)),
            new Column<>("fewest that did not", end -> shown(end.notAnswered(), Numbers::of))));
  }

  private List<String> withoutMemory() {
    String names =
        answer.plans().stream()
            .filter(plan -> Double.isNaN(plan.resources().memoryBytes()))
            .map(NodePlan::variant)
            .collect(Collectors.joining(","));
    String note = "no memory: ./compare memory --variants %s measures it; name its folder, too";
    return names.isEmpty() ? List.of() : List.of(note.formatted(names));
  }

  private List<Curves> charts() {
    DoubleSummaryStatistics nodes =
        answer.plans().stream()
            .filter(NodePlan::isEnough)
            .mapToDouble(plan -> plan.nodes().count().median())
            .summaryStatistics();
    boolean isEnough = nodes.getCount() > 0;
    Load share = load.share(isEnough ? (int) nodes.getMin() : 1);
    Map<Double, Load> loads = new TreeMap<>();
    steps(MIN_LOAD, MAX_LOAD).map(share::times).forEach(each -> loads.put(each.size(), each));
    List<Point> offered =
        loads.values().stream().map(each -> point(each.size(), each.offered())).toList();
    Axis axis = new Axis(load.unit() + " of one node", load.unit(), true);
    Map<String, Map<Double, Prediction>> curves = predictions(loads);
    List<Series> throughput = new ArrayList<>(series(curves, Prediction::throughput));
    throughput.add(new Series("offered", true, true, offered));
    Axis perSecond = new Axis("Throughput of a node", "requests/s", true);
    List<Curves> charts = new ArrayList<>();
    charts.add(chart("throughput", "its load", axis, perSecond, throughput));
    addLatencyAndCpus(charts, "", "its load", axis, curves);
    if (isEnough) {
      Map<Double, Load> shares = new TreeMap<>();
      double most = Math.min(MAX_NODES * nodes.getMax(), load.maxNodes());
      steps(Math.max(1, nodes.getMin() / MAX_LOAD), most)
          .map(Math::rint)
          .forEach(number -> shares.put(number, load.share(number.intValue())));
      String over = "the nodes that share the load";
      addLatencyAndCpus(charts, "nodes-", over, new Axis(over, "nodes", true), predictions(shares));
    }
    if (!validation.cells().isEmpty()) {
      charts.add(predicted());
    }
    return charts;
  }

  /** The same factor apart, or nearly. */
  private static Stream<Double> steps(double from, double to) {
    int points = (int) Math.max(1, Math.round(DENSITY * Math.log10(to / from)));
    return IntStream.rangeClosed(0, points)
        .mapToObj(i -> from * Math.pow(to / from, (double) i / points));
  }

  private Map<String, Map<Double, Prediction>> predictions(Map<Double, Load> loads) {
    Map<String, Map<Double, Prediction>> all = new LinkedHashMap<>();
    for (NodePlan plan : answer.plans()) {
      Planner planner = new Planner(answer.request(), plan.variant(), answer.measurements());
      Map<Double, Prediction> curve = new TreeMap<>();
      loads.forEach(
          (x, each) -> curve.put(x, planner.predict(RoundStatistic.GEOMETRIC_MEAN, each)));
      all.put(plan.variant(), curve);
    }
    return all;
  }

  private static void addLatencyAndCpus(
      List<Curves> charts,
      String id,
      String over,
      Axis x,
      Map<String, Map<Double, Prediction>> curves) {
    Axis ms = new Axis("Latency of a node, p99", "ms", true);
    charts.add(chart(id + "p99", over, x, ms, series(curves, each -> each.latencyMs(0.99))));
    Axis percent = new Axis("CPUs of a node in use", "%", false);
    charts.add(
        chart(id + "cpus", over, x, percent, series(curves, each -> 100 * each.utilisation())));
  }

  private static Curves chart(String id, String over, Axis x, Axis y, List<Series> series) {
    String title = "%s (%s) over %s".formatted(y.name(), y.unit(), over);
    return Curves.of(id, title, "Predicted, for one node.", x, y, series);
  }

  private static List<Series> series(
      Map<String, Map<Double, Prediction>> curves, ToDoubleFunction<Prediction> figure) {
    List<Series> series = new ArrayList<>();
    curves.forEach(
        (variant, curve) -> {
          List<Point> points = new ArrayList<>();
          curve.forEach((x, each) -> points.add(point(x, figure.applyAsDouble(each))));
          points.removeIf(point -> !Double.isFinite(point.y()));
          series.add(Series.line(variant, points));
        });
    return series;
  }

  private Curves predicted() {
    Map<String, List<Point>> points = new LinkedHashMap<>();
    List<Point> perfect = new ArrayList<>();
    for (Cell cell : validation.cells()) {
      double measured = cell.measured().throughput();
      perfect.add(point(measured, measured));
      points
          .computeIfAbsent(cell.variant(), name -> new ArrayList<>())
          .add(point(measured, cell.predicted().throughput()));
    }
    List<Series> series = new ArrayList<>();
    points.forEach((variant, each) -> series.add(new Series(variant, false, false, each)));
    series.add(new Series("as measured", true, true, perfect));
    return Curves.of(
        "predicted",
        "Predicted over measured throughput (requests/s)",
        "A point is one load, predicted from all others of its variant. The dashed line is a perfect prediction.",
        new Axis("measured", "requests/s", true),
        new Axis("predicted", "requests/s", true),
        series);
  }

  private static Point point(double x, double y) {
    return Point.of(
        Numbers.roundSignificant(x), Double.isFinite(y) ? Numbers.roundSignificant(y) : y);
  }

  private static String shown(double value, DoubleFunction<String> format) {
    return Double.isFinite(value) ? format.apply(value) : Numbers.ABSENT;
  }

  private static String whole(double value) {
    return Numbers.of(Math.rint(value));
  }

  static String percent(double share) {
    return Numbers.of(Math.rint(1_000 * share) / 10) + " %";
  }
}
