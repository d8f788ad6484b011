package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.model.Controls;
import io.github.restcomparison.analysis.model.Summary;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One of two experiments that are compared.
 *
 * @param name what it is called in sentences
 */
record DiffSide(String name, RecordedRuns runs, List<VariantSummary> variants, Controls controls) {

  /**
   * Reads an experiment.
   *
   * @param role what it is besides its folder's name, which need not be another one
   */
  static DiffSide read(Path experiment, String role) throws IOException {
    RecordedRuns runs = RecordedRuns.read(experiment);
    Path folder = experiment.toAbsolutePath().normalize().getFileName();
    return new DiffSide(
        "%s (%s)".formatted(folder, role), runs, Summary.variants(runs), Summary.controls(runs));
  }

  Optional<VariantSummary> variant(String name) {
    return variants.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  boolean is(String variant, Status status) {
    return variant(variant).filter(each -> each.status() == status).isPresent();
  }

  NoiseFloor floor(TestedMetric metric) {
    return controls.floor(metric);
  }

  /** The variants of both. */
  List<String> allNames(DiffSide other) {
    return Stream.concat(variants.stream(), other.variants.stream())
        .map(VariantSummary::name)
        .distinct()
        .toList();
  }
}
