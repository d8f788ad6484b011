package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Chart.Axis;
import io.github.restcomparison.analysis.page.Chart.Point;
import io.github.restcomparison.analysis.page.Chart.Series;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.plan.Measurements.Figures;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanAnswer.Cell;
import io.github.restcomparison.analysis.plan.PlanAnswer.Errors;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.Planner.NodePlan;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The texts, tables and charts of a plan. */
final class PlanPage {
  /** The curves' loads, a constant factor apart, as multiples of the plan's. */
  private static final double MIN_LOAD = 0.01;

  private static final double MAX_LOAD = 4;
  private static final int POINTS = 17;

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

  PlanPage(PlanAnswer answer) {
    this.answer = answer;
    load = answer.request().load();
  }

  Page page() {
    boolean all = answer.plans().stream().allMatch(plan -> plan.missing().isEmpty());
    boolean isValidated = !answer.validation().isEmpty();
    List<Section> sections = new ArrayList<>(List.of(plans()));
    curves().forEach(each -> sections.add(Section.of(each.id(), each.title(), each)));
    if (isValidated) {
      sections.addAll(List.of(errors(answer.errors()), cells()));
    }
    sections.add(
        Page.notices(
            Stream.of(ASSUMPTIONS, answer.measurements().notes(), withoutMemory())
                .flatMap(List::stream)
                .toList()));
    return new Page(
        new Page.Head(
            "Plan: " + load.text(),
            (all ? Status.VALID : Status.INVALID).name(),
            (all ? "a prediction" : "a prediction; not every variant has enough nodes")
                + (isValidated ? "; " + accuracy(answer.errors()) : UNVALIDATED),
            List.of(goal()),
            answer.plans().stream().map(PlanPage::sentence).toList()),
        sections);
  }

  static String accuracy(Map<String, Errors> errors) {
    Errors throughput = errors.get(PlanAnswer.THROUGHPUT);
    return "of %s, each predicted from all others of its variant, throughput was off by %s, CPU per request by %s; one round of a load is off the mean of its rounds by up to %s in the median"
        .formatted(
            Numbers.count(throughput.number(), "measured load"),
            error(throughput),
            error(errors.get(PlanAnswer.CPU)),
            percent(errors.get(PlanAnswer.ROUND).median()));
  }

  private static String error(Errors errors) {
    return "%s in the median and %s at worst"
        .formatted(percent(errors.median()), percent(errors.worst()));
  }

  private String goal() {
    PlanRequest asked = answer.request();
    String cpus =
        asked.cpus().isPresent() ? Numbers.of(asked.cpus()) : "as many as where it was measured";
    long bytes = asked.memoryBytes().orElse(0);
    return "CPUs of a node: %s%s; at most %s of them in use%s."
        .formatted(
            cpus,
            bytes > 0 ? ", with %s MiB".formatted(Numbers.mebibytes(bytes)) : "",
            percent(asked.maxUtilisation()),
            asked.slo().map(slo -> ", " + slo.text()).orElse(""));
  }

  private static String sentence(NodePlan plan) {
    if (!plan.isEnough()) {
      return "%s: no number of nodes is enough: %s"
          .formatted(plan.variant(), String.join("; ", plan.missing()));
    }
    Figures figures = plan.figures().get(RoundStatistic.GEOMETRIC_MEAN);
    String latency =
        Double.isFinite(figures.p99Ms())
            ? "p99 %s ms".formatted(whole(figures.p99Ms()))
            : "latency grows without end";
    String head =
        "%s: %s%s; %s requests/s, %s, %s of the CPUs; limited by %s"
            .formatted(
                plan.variant(),
                Numbers.count((long) plan.nodes().count().median(), "node"),
                plan.nodes().count().ends(Numbers::of),
                whole(figures.throughput()),
                latency,
                percent(figures.utilisation()),
                plan.bound().text);
    return Stream.concat(Stream.of(head), plan.remarks().stream())
        .collect(Collectors.joining("; "));
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
            column("if one may fail", plan -> plan.nodes().lossOfOne(), Numbers::of),
            column("if a tenth may fail", plan -> plan.nodes().lossOfTenth(), Numbers::of),
            spread("requests/s", Figures::throughput, PlanPage::whole),
            spread("CPU, µs/request", Figures::cpuMicros, Numbers::of),
            spread("CPUs in use", Figures::utilisation, PlanPage::percent),
            spread("p50, ms", Figures::p50Ms, PlanPage::whole),
            spread("p99, ms", Figures::p99Ms, PlanPage::whole),
            column("threads", plan -> plan.needs().threads(), Numbers::of),
            column("memory, MiB", plan -> plan.needs().memoryBytes(), Numbers::mebibytes),
            column("heap full with", plan -> plan.needs().heapFull(), PlanPage::whole),
            column("price of a million", plan -> plan.needs().perMillion(), Numbers::of),
            new Column<>("limited by", plan -> plan.bound().text)));
  }

  private static Column<NodePlan> spread(
      String head, ToDoubleFunction<Figures> figure, DoubleFunction<String> format) {
    return new Column<>(head, plan -> plan.spread(figure).text(format));
  }

  private static <T> Column<T> column(
      String head, ToDoubleFunction<T> figure, DoubleFunction<String> format) {
    return new Column<>(
        head,
        row -> {
          double value = figure.applyAsDouble(row);
          return Double.isFinite(value) ? format.apply(value) : Numbers.ABSENT;
        });
  }

  static Section errors(Map<String, Errors> errors) {
    return Section.table(
        "errors",
        "How far predictions are off",
        "Each measured load, predicted from all others of its variant and from nothing of itself, for the host that it was measured on; errors without their signs.",
        List.copyOf(errors.entrySet()),
        List.of(
            new Column<>("figure", Entry::getKey),
            column("in the median", row -> row.getValue().median(), PlanPage::percent),
            column("at worst", row -> row.getValue().worst(), PlanPage::percent),
            column("off by more than 20 %", row -> row.getValue().farOff(), Numbers::of),
            column("of", row -> row.getValue().number(), Numbers::of)));
  }

  private Section cells() {
    return Section.table(
        "validation",
        "How well it holds",
        "Each load, its prediction, and by how much that is off. CPU is the geometric mean of the rounds, in brackets the least and the greatest. If nearly all CPUs are in use, the cost of a request decides throughput.",
        answer.validation(),
        List.of(
            new Column<>("variant, users, wait", Cell::name),
            column("requests/s", cell -> cell.measured().throughput(), PlanPage::whole),
            predicted(Figures::throughput),
            new Column<>("CPU, µs/request", cell -> cell.cpuMicros().text(Numbers::of)),
            predicted(Figures::cpuMicros),
            column("CPUs in use", cell -> cell.measured().utilisation(), PlanPage::percent),
            column("p50, ms", cell -> cell.measured().p50Ms(), Numbers::of),
            predicted(Figures::p50Ms),
            column("p99, ms", cell -> cell.measured().p99Ms(), Numbers::of),
            predicted(Figures::p99Ms)));
  }

  private static Column<Cell> predicted(ToDoubleFunction<Figures> figure) {
    return new Column<>(
        "predicted",
        cell -> {
          double predicted = figure.applyAsDouble(cell.predicted());
          String text = predicted >= 100 ? whole(predicted) : Numbers.of(predicted);
          return String.format(Locale.ROOT, "%s (%+.1f %%)", text, 100 * cell.error(figure));
        });
  }

  private List<String> withoutMemory() {
    String names =
        answer.plans().stream()
            .filter(plan -> Double.isNaN(plan.needs().memoryBytes()))
            .map(NodePlan::variant)
            .collect(Collectors.joining(","));
    String note = "no memory: ./compare memory --variants %s measures it; name its folder, too";
    return names.isEmpty() ? List.of() : List.of(note.formatted(names));
  }

  /** Returns what one node does under loads around its share of the fewest nodes. */
  private List<Chart> curves() {
    double fewest =
        answer.plans().stream()
            .filter(NodePlan::isEnough)
            .mapToDouble(plan -> plan.nodes().count().median())
            .min()
            .orElse(1);
    Load share = load.share(fewest);
    List<Load> loads =
        IntStream.range(0, POINTS)
            .mapToDouble(i -> MIN_LOAD * Math.pow(MAX_LOAD / MIN_LOAD, i / (POINTS - 1.0)))
            .mapToObj(share::times)
            .distinct()
            .toList();
    List<Series> throughput = new ArrayList<>(series(loads, Figures::throughput));
    throughput.add(Series.bound("offered", points(loads, Load::offered)));
    Axis perSecond = new Axis("Throughput of a node", "requests/s", true);
    Axis ms = new Axis("Latency of a node, p99", "ms", true);
    Axis percent = new Axis("CPUs of a node in use", "%", false);
    return List.of(
        chart("throughput", perSecond, throughput),
        chart("p99", ms, series(loads, Figures::p99Ms)),
        chart("cpus", percent, series(loads, each -> 100 * each.utilisation())));
  }

  private Chart chart(String id, Axis y, List<Series> series) {
    String title = "%s (%s) over its load".formatted(y.name(), y.unit());
    Axis x = new Axis(load.unit() + " of one node", load.unit(), true);
    return Chart.of(id, title, "Predicted, for one node.", x, y, series);
  }

  private List<Series> series(List<Load> loads, ToDoubleFunction<Figures> figure) {
    return answer.plans().stream()
        .map(plan -> new Planner(answer.request(), plan.variant(), answer.measurements()))
        .map(
            planner ->
                Series.line(
                    planner.variant(),
                    points(loads, each -> figure.applyAsDouble(planner.predict(each).figures()))))
        .toList();
  }

  private static List<Point> points(List<Load> loads, ToDoubleFunction<Load> figure) {
    List<Point> points = new ArrayList<>();
    for (Load each : loads) {
      double y = figure.applyAsDouble(each);
      if (Double.isFinite(y)) {
        points.add(Point.of(Numbers.roundSignificant(each.size()), Numbers.roundSignificant(y)));
      }
    }
    return points;
  }

  static String whole(double value) {
    return Numbers.of(Math.rint(value));
  }

  static String percent(double share) {
    return Numbers.of(Math.rint(1_000 * share) / 10) + " %";
  }
}
