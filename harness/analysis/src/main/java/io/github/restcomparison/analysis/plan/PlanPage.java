package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.plan.NodePlan.Expected;
import io.github.restcomparison.analysis.plan.NodePlan.Spread;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a load takes, for people. */
final class PlanPage {
  private static final List<String> ASSUMPTIONS =
      List.of(
          "assumed: nodes are alike, share the load evenly, and run nothing else; a CPU does the work of one where it was measured",
          "assumed: a request costs what it did where as many were answered per second and CPU and as many were at once; JIT compilers and our own sampling, which took CPU where it was measured, are no part of it",
          "assumed: the network costs no more than it did, and neither it nor its cards are a bound",
          "assumed: users ask again at once, or after the given time; the back end keeps its pace, whatever it is asked",
          "latencies are of waiting for CPUs and threads alone: collections, and whatever else stops a process, come on top of p99",
          "the intervals are those of what a request costs, from the least to the greatest of the rounds; not of the model");

  private final PlanAnswer answer;

  PlanPage(PlanAnswer answer) {
    this.answer = answer;
  }

  Page page() {
    boolean all = answer.plans().stream().allMatch(plan -> plan.missing().isEmpty());
    List<Section> tables = new ArrayList<>();
    tables.add(plans());
    if (!answer.validation().cells().isEmpty()) {
      tables.add(ValidationTable.errors(answer.validation()));
      tables.add(ValidationTable.table(answer.validation()));
    }
    if (!answer.memoryEnds().isEmpty()) {
      tables.add(MemoryTables.ends(answer.memoryEnds()));
    }
    if (!answer.validation().heaps().isEmpty()) {
      tables.add(MemoryTables.heaps(answer.validation().heaps()));
    }
    return Page.of(
        new Page.Head(
            "Plan: " + answer.request().load().text(),
            (all ? Status.VALID : Status.INVALID).name(),
            statement(all),
            List.of(goal()),
            answer.plans().stream().map(PlanPage::sentence).toList()),
        new PlanCharts(answer).all(),
        tables,
        Stream.of(
                ASSUMPTIONS,
                ValidationTable.explanations(answer.validation()),
                answer.notWarm(),
                answer.measurements().unstated(),
                missingInputs())
            .flatMap(List::stream)
            .toList());
  }

  private String statement(boolean all) {
    return (all ? "a prediction" : "a prediction, by which not all of them can do")
        + (answer.validation().cells().isEmpty()
            ? ", and nothing shows how well it holds: the results have one load of each variant (./compare sweep measures more)"
            : "; " + ValidationTable.sentence(answer.validation()));
  }

  private String goal() {
    PlanRequest.Limits limits = answer.request().limits();
    return "Nodes of %s%s; at most %s of them in use%s."
        .formatted(
            answer.request().instance().cpus().isPresent()
                ? Numbers.of(answer.request().instance().cpus()) + " CPUs"
                : "as many CPUs as where it was measured",
            answer.request().instance().memoryBytes().isPresent()
                ? " and "
                    + Numbers.mebibytes(answer.request().instance().memoryBytes().getAsLong())
                    + " MiB"
                : "",
            percent(limits.mostUtilisation()),
            limits.slo().map(slo -> ", " + slo.text()).orElse(""));
  }

  private static String sentence(NodePlan plan) {
    if (plan.size().isEmpty() || plan.expected().isEmpty()) {
      return "%s: no number of nodes is enough: %s"
          .formatted(plan.variant(), String.join("; ", plan.missing()));
    }
    Expected expected = plan.expected().get();
    return "%s: %s%s; %s requests/s, p99 %s ms, %s of the CPUs; bound by %s%s%s%s%s"
        .formatted(
            plan.variant(),
            Numbers.count(Math.round(plan.size().get().nodes().median()), "node"),
            ends(plan.size().get().nodes(), Numbers::of),
            Numbers.of(Math.rint(expected.throughput().median())),
            Numbers.of(Math.rint(expected.p99Ms().median())),
            percent(expected.utilisation().median()),
            expected.bound().text(),
            plan.oneFewer().isEmpty()
                ? ""
                : "; with one fewer " + String.join("; ", plan.oneFewer()),
            plan.wider()
                .map(
                    wider ->
                        "; with %s each %s would do"
                            .formatted(
                                Numbers.count(wider.threads(), "thread"),
                                Numbers.count(wider.nodes(), "node")))
                .orElse(""),
            plan.missing().isEmpty() ? "" : "; not enough: " + String.join("; ", plan.missing()),
            plan.extrapolated().isEmpty()
                ? ""
                : "; far from what was measured: " + String.join("; ", plan.extrapolated()));
  }

  private Section plans() {
    return Section.table(
        "plans",
        "What it takes",
        "In brackets what the least and the greatest cost of a request give.",
        answer.plans(),
        List.of(
            new Column<>("variant", NodePlan::variant),
            new Column<>("nodes", plan -> size(plan, size -> spread(size.nodes(), Numbers::of))),
            new Column<>("requests/s", plan -> of(plan, Expected::throughput, PlanPage::whole)),
            new Column<>("CPU, µs/request", plan -> of(plan, Expected::cpuMicros, Numbers::of)),
            new Column<>("CPUs in use", plan -> of(plan, Expected::utilisation, PlanPage::percent)),
            new Column<>("p50, ms", plan -> of(plan, Expected::p50Ms, PlanPage::whole)),
            new Column<>("p99, ms", plan -> of(plan, Expected::p99Ms, PlanPage::whole)),
            new Column<>("threads", plan -> size(plan, size -> Numbers.of(size.threads()))),
            new Column<>(
                "memory, MiB",
                plan -> size(plan, size -> of(size.memoryBytes(), Numbers::mebibytes))),
            new Column<>(
                "price of a million",
                plan -> size(plan, size -> of(size.perMillion(), Numbers::of))),
            new Column<>(
                "bound by",
                plan -> plan.expected().map(each -> each.bound().text()).orElse(Numbers.ABSENT))));
  }

  private List<String> missingInputs() {
    List<String> names =
        answer.plans().stream()
            .filter(plan -> plan.size().isPresent() && plan.size().get().memoryBytes().isEmpty())
            .map(NodePlan::variant)
            .toList();
    return names.isEmpty()
        ? List.of()
        : List.of(
            "no memory of %s: ./compare memory --variants %s measures it, and its folder may be named here, too"
                .formatted(String.join(", ", names), String.join(",", names)));
  }

  private static String of(
      NodePlan plan, Function<Expected, Spread> figure, DoubleFunction<String> format) {
    return plan.expected().map(figure).map(each -> spread(each, format)).orElse(Numbers.ABSENT);
  }

  private static String size(NodePlan plan, Function<NodePlan.Size, String> figure) {
    return plan.size().map(figure).orElse(Numbers.ABSENT);
  }

  private static String of(OptionalDouble value, DoubleFunction<String> format) {
    return value.isPresent() ? format.apply(value.getAsDouble()) : Numbers.ABSENT;
  }

  private static String spread(Spread spread, DoubleFunction<String> format) {
    return format.apply(spread.median()) + ends(spread, format);
  }

  private static String ends(Spread spread, DoubleFunction<String> format) {
    String low = format.apply(spread.low());
    String high = format.apply(spread.high());
    return low.equals(high) ? "" : " (%s to %s)".formatted(low, high);
  }

  static String whole(double value) {
    return Numbers.of(Math.rint(value));
  }

  static String percent(double share) {
    return Numbers.of(Math.rint(1_000 * share) / 10) + " %";
  }
}
