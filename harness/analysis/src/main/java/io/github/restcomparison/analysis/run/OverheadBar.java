package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.overhead.OverheadBudget;
import io.github.restcomparison.analysis.overhead.OverheadCause;
import java.util.List;
import java.util.stream.Stream;

/**
 * A bar of the chart of overheads: a variant's, from left to right in the order of the causes.
 *
 * @param pieces those that any variant has, in ms; 0 where this one has none
 */
record OverheadBar(String name, List<Piece> pieces) {

  /** A piece of the bar. */
  record Piece(String cause, double ms) {}

  /** One for each variant that has a budget, in the order of the page. */
  static List<OverheadBar> of(Comparison comparison) {
    List<Variant> budgeted =
        comparison.variants().stream().filter(each -> each.overhead().isPresent()).toList();
    List<OverheadCause> shown =
        Stream.of(OverheadCause.values())
            .filter(cause -> budgeted.stream().anyMatch(each -> budget(each).ms(cause) > 0))
            .toList();
    return budgeted.stream()
        .map(
            each ->
                new OverheadBar(
                    each.name(),
                    shown.stream()
                        .map(cause -> new Piece(cause.label(), budget(each).ms(cause)))
                        .toList()))
        .toList();
  }

  private static OverheadBudget budget(Variant variant) {
    return variant.overhead().orElseThrow();
  }
}
