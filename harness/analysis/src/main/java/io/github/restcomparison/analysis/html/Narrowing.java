package io.github.restcomparison.analysis.html;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.Look;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.Verdict;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * How the intervals of all pairs narrowed, by one metric.
 *
 * @param id of its chart within the page
 * @param margin as a share: a difference below it is called equivalent
 * @param pairs in the order of the table, those that were looked at
 */
record Narrowing(String id, @JsonIgnore TestedMetric tested, double margin, List<PairLooks> pairs) {

  /**
   * A pair.
   *
   * @param decidedAfter the round; absent where it is open
   * @param looks the intervals of the ratio a / b, in order
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record PairLooks(
      String a, String b, String verdict, OptionalInt decidedAfter, List<Look> looks) {}

  /** By each metric that was looked at. */
  static List<Narrowing> of(Comparison comparison) {
    return Stream.of(TestedMetric.values())
        .map(tested -> of(comparison, tested))
        .filter(each -> !each.pairs.isEmpty())
        .toList();
  }

  private static Narrowing of(Comparison comparison, TestedMetric tested) {
    return new Narrowing(
        tested == TestedMetric.THROUGHPUT ? "pairs-throughput" : "pairs-cpu",
        tested,
        margin(comparison, tested),
        comparison
            .rankedPairs()
            .filter(pair -> pair.tested() == tested && !pair.looks().isEmpty())
            .filter(pair -> !(pair.ruling() instanceof Verdict.Indicative))
            .map(Narrowing::looks)
            .toList());
  }

  private static PairLooks looks(PairVerdict pair) {
    return new PairLooks(pair.a(), pair.b(), pair.verdict(), pair.decidedAfter(), pair.looks());
  }

  private static double margin(Comparison comparison, TestedMetric tested) {
    return comparison.controls().stream()
        .filter(control -> control.metric().equals(tested.field()))
        .flatMapToDouble(control -> control.noiseFloor().stream())
        .reduce(NoiseFloor.LEAST_MARGIN, Math::max);
  }

  /** {@code Ratio of throughput}. */
  @JsonIgnore
  public String title() {
    return "Ratio of " + tested.label();
  }
}
