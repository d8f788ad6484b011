package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Summary;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One experiment of a study, as far as claims need it.
 *
 * @param load its name in the study
 * @param variants without the A/A control
 * @param pairs the verdicts of its page
 * @param floor of throughput, and of what is computed from the same answers
 */
public record StudyExperiment(
    String load, List<VariantSummary> variants, List<PairVerdict> pairs, NoiseFloor floor) {

  static StudyExperiment of(String load, RecordedRuns runs, Comparison summary) {
    return new StudyExperiment(
        load,
        Summary.variants(runs),
        summary.pairs(),
        Summary.controls(runs).floor(TestedMetric.THROUGHPUT));
  }

  /** The verdict of the experiment's own page on two of its variants, by throughput. */
  Optional<PairVerdict> pair(String one, String other) {
    Set<String> asked = Set.of(one, other);
    return pairs.stream()
        .filter(pair -> pair.tested() == TestedMetric.THROUGHPUT)
        .filter(pair -> asked.equals(Set.of(pair.a(), pair.b())))
        .findFirst();
  }

  Optional<VariantSummary> variant(String name) {
    return variants.stream().filter(variant -> variant.name().equals(name)).findFirst();
  }
}
