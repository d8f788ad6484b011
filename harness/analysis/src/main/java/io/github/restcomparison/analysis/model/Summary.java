package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** From the runs of a comparison to all that they allow to be said. */
public final class Summary {

  /** From the best status to the worst. */
  private static final List<Status> WORSE =
      List.of(Status.VALID, Status.ABORTED, Status.INVALID, Status.FAILED);

  private Summary() {}

  /**
   * All that the runs allow to be said.
   *
   * @param metrics those that the pages show figures of
   */
  public static Comparison of(RecordedRuns runs, List<RunMetric> metrics) {
    List<VariantSummary> variants = variants(runs);
    Controls controls = controls(runs);
    List<PairVerdict> pairs = Pairs.of(variants, controls, runs);
    return new Comparison(
        Comparison.SCHEMA,
        status(runs),
        Statement.of(runs, variants),
        Statement.previews(variants),
        Conditions.of(runs),
        controls.noiseFloor(),
        controls.figures(),
        controlRuns(runs),
        variants.stream().map(each -> each.described(metrics)).toList(),
        Rankings.of(variants, pairs),
        pairs,
        runs.leftOut(),
        runs.unreadable(),
        metrics);
  }

  /** What is compared, the ranked ones first, by throughput. */
  public static List<VariantSummary> variants(RecordedRuns runs) {
    return measured(runs)
        .filter(each -> each.controlOf().isEmpty())
        .sorted(
            Comparator.comparingDouble(
                    (VariantSummary each) -> -RunMetrics.THROUGHPUT.median(each.ranked()))
                .thenComparing(VariantSummary::name))
        .toList();
  }

  /** What the A/A control shows. */
  public static Controls controls(RecordedRuns runs) {
    return Controls.of(
        variants(runs), measured(runs).filter(each -> each.controlOf().isPresent()).toList());
  }

  private static Map<String, List<Comparison.Run>> controlRuns(RecordedRuns runs) {
    return measured(runs)
        .filter(each -> each.controlOf().isPresent())
        .collect(
            Collectors.toMap(
                VariantSummary::name,
                each -> each.runs().stream().map(VariantSummary::run).toList()));
  }

  private static Stream<VariantSummary> measured(RecordedRuns runs) {
    return runs.byVariant().stream().map(some -> new VariantSummary(some, runs.due()));
  }

  private static Status status(RecordedRuns runs) {
    Status worst =
        measured(runs)
            .map(VariantSummary::status)
            .max(Comparator.comparing(WORSE::indexOf))
            .orElseThrow();
    return worst == Status.VALID && !runs.unreadable().isEmpty() ? Status.INVALID : worst;
  }
}
