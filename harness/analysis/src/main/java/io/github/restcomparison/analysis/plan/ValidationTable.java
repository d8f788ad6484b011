package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.sizing.Validation;
import io.github.restcomparison.analysis.sizing.Validation.Cell;
import io.github.restcomparison.analysis.sizing.Validation.Errors;
import io.github.restcomparison.analysis.sizing.Validation.Figures;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** How well predictions hold, for people. */
final class ValidationTable {
  /** By more than this, as a share, a prediction is said to be far off. */
  private static final double FAR_OFF = 0.2;

  /** With a greater share in use, CPUs are what holds a service back. */
  private static final double FULL = 0.85;

  private ValidationTable() {}

  /** What is said first. */
  static String sentence(Validation validation) {
    return "of %s that were measured, each predicted from all others of its variant, throughput was off by %s, CPU per request by %s; one round of the same load is off the mean of all by up to %s in the median"
        .formatted(
            Numbers.count(validation.cells().size(), "load"),
            error(validation, Figures::throughput),
            error(validation, Figures::cpuMicros),
            PlanPage.percent(validation.roundsOff()));
  }

  private static String error(Validation validation, ToDoubleFunction<Figures> figure) {
    Errors errors = validation.errors(figure);
    return "%s in the median and %s at worst"
        .formatted(PlanPage.percent(errors.median()), PlanPage.percent(errors.worst()));
  }

  /** A figure that is predicted, and how far off. */
  private record Row(String figure, Errors errors) {}

  /** The summary, a row for each figure. */
  static Section errors(Validation validation) {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("requests/s", validation.errors(Figures::throughput)));
    rows.add(new Row("CPU per request", validation.errors(Figures::cpuMicros)));
    rows.add(new Row("p50", validation.errors(Figures::p50Ms)));
    rows.add(new Row("p99", validation.errors(Figures::p99Ms)));
    if (!validation.heaps().isEmpty()) {
      rows.add(new Row("heap in use while requests wait", validation.heapErrors()));
    }
    return Section.table(
        "errors",
        "How far predictions are off",
        "Each load that was measured, predicted from all others of its variant and from nothing of itself, for the host that it was measured on; errors whichever their sign.",
        rows,
        List.of(
            new Column<>("figure", Row::figure),
            new Column<>("in the median", row -> PlanPage.percent(row.errors().median())),
            new Column<>("at worst", row -> PlanPage.percent(row.errors().worst())),
            new Column<>(
                "loads off by more than 20 %", row -> Numbers.of(row.errors().beyond(FAR_OFF))),
            new Column<>("of", row -> Numbers.of(row.errors().sorted().length))));
  }

  /** Why throughput is far off where it is, a sentence for each such load. */
  static List<String> explanations(Validation validation) {
    return validation.beyond(FAR_OFF, Figures::throughput).stream()
        .map(
            cell ->
                "%s: throughput is off by %s%s"
                    .formatted(
                        cell.name(),
                        PlanPage.percent(Math.abs(cell.error(Figures::throughput))),
                        cell.measured().utilisation() > FULL
                            ? "; %s of the CPUs were in use: there, what a request costs is the throughput"
                                .formatted(PlanPage.percent(cell.measured().utilisation()))
                            : "; not explained"))
        .toList();
  }

  static Section table(Validation validation) {
    return Section.table(
        "validation",
        "How well it holds",
        "Each load, what was predicted of it, and by how much that is off. CPU is that of requests alone, without JIT compilers and sampling: the geometric mean of the rounds, in brackets the least and the greatest.",
        validation.cells(),
        List.of(
            new Column<>("variant, users, wait", Cell::name),
            new Column<>("requests/s", cell -> PlanPage.whole(cell.measured().throughput())),
            new Column<>("predicted", cell -> predicted(cell, Figures::throughput)),
            new Column<>("CPU, µs/request", ValidationTable::cpu),
            new Column<>("predicted", cell -> predicted(cell, Figures::cpuMicros)),
            new Column<>("CPUs in use", cell -> PlanPage.percent(cell.measured().utilisation())),
            new Column<>("p50, ms", cell -> Numbers.of(cell.measured().p50Ms())),
            new Column<>("predicted", cell -> predicted(cell, Figures::p50Ms)),
            new Column<>("p99, ms", cell -> Numbers.of(cell.measured().p99Ms())),
            new Column<>("predicted", cell -> predicted(cell, Figures::p99Ms))));
  }

  private static String cpu(Cell cell) {
    String median = Numbers.of(cell.measured().cpuMicros());
    String least = Numbers.of(cell.leastCpuMicros());
    String greatest = Numbers.of(cell.greatestCpuMicros());
    return least.equals(greatest) ? median : "%s (%s to %s)".formatted(median, least, greatest);
  }

  private static String predicted(Cell cell, ToDoubleFunction<Figures> figure) {
    double predicted = figure.applyAsDouble(cell.predicted());
    return "%s (%s)"
        .formatted(
            predicted >= 100 ? PlanPage.whole(predicted) : Numbers.of(predicted),
            signed(cell.error(figure)));
  }

  static String signed(double share) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
  }
}
