package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Pairs;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Pair;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.UnpairedLogRatio;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.study.Study.Claim;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A side of a claim, found among the experiments.
 *
 * @param experiment that its load is
 * @param variant measured in it
 */
record ClaimEvidence(StudyExperiment experiment, VariantSummary variant) {

  /** Empty where it was not measured. */
  static Optional<ClaimEvidence> of(Claim.Side side, List<StudyExperiment> experiments) {
    return experiments.stream()
        .filter(experiment -> experiment.load().equals(side.load()))
        .flatMap(
            experiment ->
                experiment.variant(side.variant()).stream()
                    .map(variant -> new ClaimEvidence(experiment, variant)))
        .findFirst();
  }

  /**
   * How this side compares with another. By throughput in one experiment it is the verdict of that
   * experiment's page. Any other claim is judged by itself with the same rule: round by round where
   * both sides are of one experiment, as independent samples, as in a diff, where they are not.
   */
  Finding against(ClaimEvidence other, Claim.Figure by) {
    if (by == Claim.Figure.THROUGHPUT && isOfTheSameExperiment(other)) {
      return experiment
          .pair(variant.name(), other.variant.name())
          .map(pair -> Finding.of(pair, variant.name()))
          .orElseGet(() -> Finding.open("it is a variant compared with itself"));
    }
    Pair pair = pair(other, by);
    NoiseFloor floor = experiment.floor().or(other.experiment.floor());
    // whatever the figure, "better" of throughput is read as "greater"
    return Finding.of(
        new PairwiseTests(TestedMetric.THROUGHPUT, floor, List.of(pair)).judge().getFirst(),
        pair.a());
  }

  private boolean isOfTheSameExperiment(ClaimEvidence other) {
    return experiment.load().equals(other.experiment.load());
  }

  private Pair pair(ClaimEvidence other, Claim.Figure by) {
    for (ClaimEvidence side : List.of(this, other)) {
      if (by != Claim.Figure.SUCCESS && side.variant.status() != Status.VALID) {
        String reason = side.variant.name() + ": " + side.variant.reason();
        return new Pair.Excluded(name(), other.name(), Pair.Status.INVALID, reason, true);
      }
    }
    RunMetric metric = metric(by);
    if (by != Claim.Figure.SUCCESS && isOfTheSameExperiment(other)) {
      return Pairs.ranked(variant, other.variant, metric);
    }
    double[] ofThis = positive(metric.of(runs(by)));
    double[] ofOther = positive(metric.of(other.runs(by)));
    return ofThis.length == 0 || ofOther.length == 0
        ? Pair.Excluded.inNoRound(name(), other.name())
        : new Pair.Measured(
            name(), other.name(), UnpairedLogRatio.of(ofThis, ofOther), lowerBounds(other, by));
  }

  private Set<String> lowerBounds(ClaimEvidence other, Claim.Figure by) {
    return Stream.of(this, other)
        .filter(side -> by == Claim.Figure.THROUGHPUT)
        .filter(side -> side.variant.isHeldBackByTheGenerator())
        .map(ClaimEvidence::name)
        .collect(Collectors.toSet());
  }

  /** Requests that failed make a run fail, and are what a success rate is about. */
  private List<RecordedRun> runs(Claim.Figure by) {
    return by == Claim.Figure.SUCCESS ? variant.runs() : variant.ranked();
  }

  private String name() {
    return "%s (%s)".formatted(variant.name(), experiment.load());
  }

  private static RunMetric metric(Claim.Figure by) {
    return switch (by) {
      case THROUGHPUT -> RunMetrics.THROUGHPUT;
      case MEAN -> RunMetrics.MEAN;
      case SUCCESS -> StudyTable.SUCCESS;
    };
  }

  /** A ratio to nothing is none. */
  private static double[] positive(double[] values) {
    return Arrays.stream(values).filter(value -> value > 0).toArray();
  }
}
