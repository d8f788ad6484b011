package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Summary;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.OfStudy;
import java.util.List;
import java.util.Optional;

/**
 * One experiment of a study.
 *
 * @param load its name in the study
 * @param comparison what its own page says
 * @param variants without the A/A control
 */
public record StudyExperiment(
    String load, RecordedRuns runs, Comparison comparison, List<VariantSummary> variants) {

  static StudyExperiment of(String load, RecordedRuns runs, Comparison comparison) {
    return new StudyExperiment(load, runs, comparison, Summary.variants(runs));
  }

  Optional<VariantSummary> variant(String name) {
    return variants.stream().filter(variant -> variant.name().equals(name)).findFirst();
  }

  /** Whether its load is smaller than the published one. */
  boolean isScaled() {
    return runs.plan().flatMap(ExperimentPlan::study).filter(OfStudy::quick).isPresent();
  }
}
