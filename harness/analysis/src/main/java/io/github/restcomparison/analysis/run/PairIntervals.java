package io.github.restcomparison.analysis.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * The chart of all pairs by one metric: the interval of each pair's ratio beside the margin.
 *
 * @param id of its chart within the page
 * @param margin as a share: a difference below it is called equivalent
 * @param pairs that have a verdict, in the order of the table
 */
record PairIntervals(
    String id, @JsonIgnore TestedMetric tested, double margin, List<PairVerdict> pairs) {

  /** One chart for each metric that has a verdict. */
  static List<PairIntervals> of(Comparison comparison) {
    return Stream.of(TestedMetric.values())
        .map(tested -> of(comparison, tested))
        .filter(each -> !each.pairs.isEmpty())
        .toList();
  }

  private static PairIntervals of(Comparison comparison, TestedMetric tested) {
    return new PairIntervals(
        tested == TestedMetric.THROUGHPUT ? "pairs-throughput" : "pairs-cpu",
        tested,
        margin(comparison, tested),
        comparison
            .rankedPairs()
            .filter(pair -> pair.tested() == tested && pair.low().isPresent())
            .filter(pair -> !(pair.ruling() instanceof Verdict.Indicative))
            .toList());
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
