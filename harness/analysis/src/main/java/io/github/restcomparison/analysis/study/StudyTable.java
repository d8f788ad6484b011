package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.study.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What was published beside what was measured, for an experiment that repeats a publication.
 *
 * @param title of the study
 * @param published who asked what, and how
 * @param scaled whether the load is smaller than the published one
 * @param changes how the load is not the published one, and why, a sentence each
 * @param claims what was published of this load alone, and what became of it here
 * @param explained what agrees and what does not, worked out from both sides' figures
 */
public record StudyTable(
    String title,
    String published,
    boolean scaled,
    List<String> changes,
    List<ClaimVerdict> claims,
    List<Row> rows,
    List<String> explained) {

  /** Of all runs: a run in which requests failed has no other figure, and has this one. */
  static final RunMetric SUCCESS =
      RunMetric.of(
          "success",
          "%",
          record ->
              record.load().stream()
                  .filter(load -> load.counts().requests() > 0)
                  .mapToDouble(load -> 100.0 * load.counts().ok() / load.counts().requests())
                  .findFirst()
                  .orElse(Double.NaN));

  /**
   * A figure of a variant.
   *
   * @param published as it was printed
   * @param measured its median over the valid rounds
   */
  record Row(String variant, String system, String figure, String published, String measured) {}

  /** Whether any claim is about this load alone. */
  public boolean hasClaims() {
    return !claims.isEmpty();
  }

  /** Whether any figure of this load was published. */
  public boolean hasRows() {
    return !rows.isEmpty();
  }

  /** Empty for an experiment that belongs to no study. */
  public static Optional<StudyTable> of(RecordedRuns runs, Comparison summary) {
    return runs.plan()
        .flatMap(ExperimentPlan::study)
        .map(part -> of(part, StudyExperiment.of(part.load(), runs, summary)));
  }

  private static StudyTable of(ExperimentPlan.OfStudy part, StudyExperiment experiment) {
    List<VariantSummary> variants = experiment.variants();
    Study study = Study.of(part.name());
    List<Row> rows = new ArrayList<>();
    List<String> explained = new ArrayList<>();
    for (Study.Figures figures : study.figures(part.load())) {
      variants.stream()
          .filter(variant -> variant.name().equals(figures.variant()))
          .forEach(
              variant -> {
                rows.addAll(rows(figures, variant));
                explanation(figures, variant).ifPresent(explained::add);
              });
    }
    return new StudyTable(
        study.title(),
        study.published(),
        part.quick(),
        study.loads().stream()
            .filter(load -> load.name().equals(part.load()))
            .flatMap(load -> load.changed().stream())
            .toList(),
        study.claims().stream()
            .filter(claim -> claim.isWithin(part.load()))
            .map(claim -> ClaimVerdict.of(claim, study, List.of(experiment)))
            .toList(),
        rows,
        explained);
  }

  private static List<Row> rows(Study.Figures figures, VariantSummary variant) {
    List<RecordedRun> ranked = variant.ranked();
    Optional<MedianInterval> atOnce = RunMetrics.IN_FLIGHT.figure(ranked);
    return Stream.of(
            row(figures, "requests/s", figures.throughput(), RunMetrics.THROUGHPUT.figure(ranked)),
            row(figures, "mean, ms", figures.meanMs(), RunMetrics.MEAN.figure(ranked)),
            row(figures, "min, ms", figures.minMs(), RunMetrics.MIN.figure(ranked)),
            row(figures, "max, ms", figures.maxMs(), RunMetrics.MAX.figure(ranked)),
            row(figures, "bytes/s", figures.bytesPerSecond(), RunMetrics.BYTES.figure(ranked)),
            row(figures, "most requests at once", figures.mostInFlight(), atOnce),
            row(figures, "success, %", figures.successPercent(), success(variant)),
            row(
                figures,
                Numbers.count(figures.requests().orElse(0), "request") + " together, ms",
                publishedWhole(figures),
                whole(figures, variant)))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The median of the times that were published for the whole load, ms. */
  private static OptionalDouble publishedWhole(Study.Figures figures) {
    return figures.wholeMs().stream()
        .mapToDouble(
            times ->
                MedianInterval.of(times.stream().mapToDouble(Integer::doubleValue).toArray())
                    .median())
        .findFirst();
  }

  /** None of what was not published. */
  private static Optional<Row> row(
      Study.Figures figures,
      String figure,
      OptionalDouble published,
      Optional<MedianInterval> measured) {
    return published.stream()
        .mapToObj(
            value ->
                new Row(
                    figures.variant(),
                    figures.system(),
                    figure,
                    Numbers.of(value),
                    Numbers.interval(measured, Numbers::of)))
        .findFirst();
  }

  private static Optional<MedianInterval> success(VariantSummary variant) {
    return SUCCESS.figure(variant.runs());
  }

  /** What as many requests as were published take, at the throughput of each run. */
  private static Optional<MedianInterval> whole(Study.Figures figures, VariantSummary variant) {
    return RunMetric.figure(
        Arrays.stream(RunMetrics.THROUGHPUT.of(variant.ranked()))
            .map(perSecond -> 1e3 * figures.requests().orElse(0) / perSecond)
            .toArray());
  }

  /**
   * By Little's law, applied to both sides alike: throughput times wait is how many requests waited
   * at once, throughput times latency how many were asked for at once.
   */
  private static Optional<String> explanation(Study.Figures figures, VariantSummary variant) {
    double measured = RunMetrics.THROUGHPUT.median(variant.ranked());
    ThroughputLimits limits = variant.runs().getFirst().limits();
    if (limits.delay().isZero() && figures.wholeMs().isPresent() && measured >= 0) {
      return Optional.of(withoutWait(figures, variant, measured));
    }
    if (figures.throughput().isEmpty() || Double.isNaN(measured) || limits.delay().isZero()) {
      return Optional.empty();
    }
    double published = figures.throughput().getAsDouble();
    double wait = limits.delay().toMillis() / 1e3;
    String asked =
        figures.meanMs().isPresent()
            ? ", of %s that were asked for"
                .formatted(Numbers.of(Math.rint(published * figures.meanMs().getAsDouble() / 1e3)))
            : "";
    return Optional.of(
        "%s: published %s/s of %s ms are %s requests that waited at once%s; measured %s/s are %s, %s."
            .formatted(
                variant.name(),
                Numbers.of(published),
                Numbers.of(limits.delay().toMillis()),
                Numbers.of(Math.rint(published * wait)),
                asked,
                Numbers.of(measured),
                Numbers.of(Math.rint(measured * wait)),
                boundBy(variant)));
  }

  private static String withoutWait(
      Study.Figures figures, VariantSummary variant, double measured) {
    double published = publishedWhole(figures).orElseThrow();
    return "%s: published %s ms for the whole; measured %s/s, %s, at %s µs of the service's CPU for each request: what is not waiting is work."
        .formatted(
            variant.name(),
            Numbers.of(published),
            Numbers.of(measured),
            boundBy(variant),
            Numbers.of(RunMetrics.CPU.median(variant.ranked())));
  }

  private static String boundBy(VariantSummary variant) {
    return Bottleneck.of(variant.ranked())
        .map(Bottleneck::what)
        .map(what -> "bound by " + what)
        .orElse("with no bound that shows");
  }
}
