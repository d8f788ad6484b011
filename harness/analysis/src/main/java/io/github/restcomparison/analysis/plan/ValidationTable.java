package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.curves.Curves.Column;
import io.github.restcomparison.analysis.curves.Curves.Table;
import io.github.restcomparison.analysis.sizing.Validation;
import io.github.restcomparison.analysis.sizing.Validation.Cell;
import io.github.restcomparison.analysis.sizing.Validation.Figures;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** How well predictions hold, for people. */
final class ValidationTable {
  private ValidationTable() {}

  /** What is said first. */
  static String sentence(Validation validation) {
    return "of %s that were measured, each predicted from all others of its variant, throughput was off by %s, CPU per request by %s"
        .formatted(
            Numbers.count(validation.cells().size(), "load"),
            error(validation, Figures::throughput),
            error(validation, Figures::cpuMicros));
  }

  private static String error(Validation validation, ToDoubleFunction<Figures> figure) {
    Validation.Error error = validation.error(figure);
    return "%s in the median and %s at worst"
        .formatted(PlanPage.percent(error.median()), PlanPage.percent(error.worst()));
  }

  static Table of(Validation validation) {
    return Table.of(
        "validation",
        "How well it holds",
        "Each load that was measured, predicted from all others of its variant and from nothing of itself, for the host that it was measured on. Predicted, and by how much that is off.",
        validation.cells(),
        List.of(
            new Column<>("variant, users, wait", ValidationTable::name),
            new Column<>("requests/s", cell -> PlanPage.whole(cell.measured().throughput())),
            new Column<>("predicted", cell -> predicted(cell, Figures::throughput)),
            new Column<>("CPU, µs/request", cell -> Numbers.of(cell.measured().cpuMicros())),
            new Column<>("predicted", cell -> predicted(cell, Figures::cpuMicros)),
            new Column<>("p50, ms", cell -> Numbers.of(cell.measured().p50Ms())),
            new Column<>("predicted", cell -> predicted(cell, Figures::p50Ms)),
            new Column<>("p99, ms", cell -> Numbers.of(cell.measured().p99Ms())),
            new Column<>("predicted", cell -> predicted(cell, Figures::p99Ms))));
  }

  private static String name(Cell cell) {
    return "%s%s, %s, %s ms"
        .formatted(
            cell.variant(),
            cell.workers().isPresent()
                ? " with " + Numbers.count(cell.workers().getAsInt(), "thread")
                : "",
            Numbers.count(cell.users(), "user"),
            Numbers.of(cell.waitMs()));
  }

  private static String predicted(Cell cell, ToDoubleFunction<Figures> figure) {
    double predicted = figure.applyAsDouble(cell.predicted());
    return "%s (%s)"
        .formatted(
            predicted >= 100 ? PlanPage.whole(predicted) : Numbers.of(predicted),
            String.format(Locale.ROOT, "%+.1f %%", 100 * cell.error(figure)));
  }
}
