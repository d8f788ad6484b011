package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.plan.PlanAnswer.Errors;
import io.github.restcomparison.analysis.plan.PlanAnswer.NodePlan;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The page of a plan. */
final class PlanPage {
  private static final String UNVALIDATED =
      ", and nothing shows how well it holds: the results have one load of each variant (./compare sweep measures more)";

  private static final List<String> ASSUMPTIONS =
      List.of(
          "assumed: nodes are alike, share the load evenly, and run nothing else; a CPU does the work of one of the measured host",
          "assumed: a request costs what it did at the same throughput and number of requests in service per CPU; JIT compilers and sampling are not part of it",
          "assumed: neither the network nor the back end is a limit, and both are as fast as when measured",
          "latencies are of queues for CPUs and threads alone: garbage collections, and whatever else stops a process, add to p99",
          "intervals are of the cost of a request, from the least to the greatest of the rounds; not of the model");

  private PlanPage() {}

  static Page of(PlanAnswer answer) {
    boolean isEnough = answer.plans().stream().allMatch(plan -> plan.missing().isEmpty());
    boolean isValidated = answer.errors().containsKey(Figure.THROUGHPUT.label);
    List<String> notices = new ArrayList<>(ASSUMPTIONS);
    notices.addAll(answer.notes());
    notices.addAll(withoutMemory(answer.plans()));
    List<Section> tables = new ArrayList<>(List.of(plans(answer.plans())));
    if (!answer.errors().isEmpty()) {
      tables.add(errors(answer.errors()));
    }
    return Page.of(
        new Page.Head(
            "Plan: " + answer.request().load().text(),
            isEnough ? Page.Status.VALID : Page.Status.INVALID,
            (isEnough ? "a prediction" : "a prediction; not every variant has enough nodes")
                + (isValidated ? "; " + accuracy(answer.errors()) : UNVALIDATED),
            List.of(goal(answer.request())),
            answer.plans().stream().map(PlanPage::sentence).toList()),
        List.of(),
        tables,
        notices);
  }

  static String accuracy(Map<String, Errors> errors) {
    Errors throughput = errors.get(Figure.THROUGHPUT.label);
    return "of %s, each predicted from all others of its variant, throughput was off by %s, CPU per request by %s"
        .formatted(
            Numbers.count(throughput.number(), "measured load"),
            error(throughput),
            error(errors.get(Figure.CPU.label)));
  }

  private static String error(Errors errors) {
    return "%s in the median and %s at worst"
        .formatted(Figure.percent(errors.median()), Figure.percent(errors.worst()));
  }

  private static String goal(PlanRequest asked) {
    String cpus =
        asked.cpus().isPresent()
            ? Numbers.of(asked.cpus().getAsDouble())
            : "as many as on the measured host";
    long bytes = asked.memoryBytes().orElse(0);
    return "CPUs of a node: %s%s; at most %s of them in use%s."
        .formatted(
            cpus,
            bytes > 0 ? ", with %s MiB".formatted(Numbers.mebibytes(bytes)) : "",
            Figure.percent(asked.maxUtilisation()),
            asked.slo().map(slo -> ", " + slo.text()).orElse(""));
  }

  private static String sentence(NodePlan plan) {
    if (!plan.isEnough()) {
      return "%s: no number of nodes is enough: %s"
          .formatted(plan.variant(), String.join("; ", plan.missing()));
    }
    double p99 = plan.median(Figure.P99);
    List<String> clauses = new ArrayList<>();
    clauses.add(
        "%s: %s%s"
            .formatted(
                plan.variant(),
                Numbers.count((long) plan.median(Figure.NODES), "node"),
                plan.figures().get(Figure.NODES).ends(Numbers::of)));
    clauses.add(
        "%s requests/s, %s, %s of the CPUs"
            .formatted(
                Figure.whole(plan.median(Figure.THROUGHPUT)),
                Double.isFinite(p99)
                    ? "p99 %s ms".formatted(Figure.whole(p99))
                    : "latency grows without end",
                Figure.percent(plan.median(Figure.UTILISATION))));
    clauses.add("limited by " + plan.bound());
    if (!plan.missing().isEmpty()) {
      clauses.add("not enough: " + String.join("; ", plan.missing()));
    }
    if (Double.isFinite(plan.median(Figure.LOSS_OF_ONE))) {
      clauses.add(
          "%s survive the loss of one, %s that of a tenth"
              .formatted(
                  Numbers.of(plan.median(Figure.LOSS_OF_ONE)),
                  Numbers.of(plan.median(Figure.LOSS_OF_TENTH))));
    }
    clauses.addAll(plan.remarks());
    return String.join("; ", clauses);
  }

  /** Returns a column for each variant, and a row for each figure that is known of any. */
  private static Section plans(List<NodePlan> plans) {
    List<Entry<String, Function<NodePlan, String>>> rows = new ArrayList<>();
    for (Figure figure : Figure.values()) {
      if (plans.stream().anyMatch(plan -> plan.figures().containsKey(figure))) {
        rows.add(Map.entry(figure.label, plan -> plan.text(figure)));
      }
    }
    rows.add(Map.entry("limited by", NodePlan::bound));
    List<Column<Entry<String, Function<NodePlan, String>>>> columns = new ArrayList<>();
    columns.add(new Column<>("figure", Entry::getKey));
    plans.forEach(
        plan -> columns.add(new Column<>(plan.variant(), row -> row.getValue().apply(plan))));
    return Section.table(
        "plans",
        "What it takes",
        "In brackets what the least and the greatest cost of a request give. With as many nodes as the two rows say, the rest meets all limits after one node, or a tenth of the nodes, has failed.",
        rows,
        columns);
  }

  static Section errors(Map<String, Errors> errors) {
    return Section.table(
        "errors",
        "How far predictions are off",
        "Each measured load, predicted from all others of its variant, for the host that it was measured on; absolute errors.",
        List.copyOf(errors.entrySet()),
        List.of(
            new Column<>("figure", Entry::getKey),
            new Column<>("in the median", row -> Figure.percent(row.getValue().median())),
            new Column<>("at worst", row -> Figure.percent(row.getValue().worst())),
            new Column<>("off by more than 20 %", row -> Numbers.of(row.getValue().farOff())),
            new Column<>("of", row -> Numbers.of(row.getValue().number()))));
  }

  private static List<String> withoutMemory(List<NodePlan> plans) {
    String names =
        plans.stream()
            .filter(plan -> !plan.figures().containsKey(Figure.MEMORY))
            .map(NodePlan::variant)
            .collect(Collectors.joining(","));
    String note = "no memory: ./compare memory --variants %s measures it; name its folder, too";
    return names.isEmpty() ? List.of() : List.of(note.formatted(names));
  }
}
