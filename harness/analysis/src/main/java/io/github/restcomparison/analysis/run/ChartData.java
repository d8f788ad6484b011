package io.github.restcomparison.analysis.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Contrast;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.overhead.Ceiling;
import io.github.restcomparison.analysis.page.HtmlPage;
import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What the page's charts are drawn from: the numbers of {@code comparison.json}, and those of each
 * round and second beside them.
 *
 * @param delayMs the mean wait of a request
 * @param usersBound requests per second that the users can ask for; absent where the delay is 0
 * @param practicalLimit requests per second that the load generator reached against a service that
 *     answers at once; absent where it was not calibrated
 * @param percentiles that the latency curves have, in percent
 * @param variants ranked ones alone, in the order of the page
 * @param against what each variant is to a baseline, by throughput and by CPU: baseline, variant,
 *     words
 * @param intervals of all pairs, by each metric that has a verdict
 * @param overheads a bar for each variant whose overhead is known
 * @param runs of all variants that have samples, whatever they are worth
 * @param begun when the first run began; empty if its record does not say
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ChartData(
    double delayMs,
    OptionalDouble usersBound,
    OptionalDouble practicalLimit,
    List<Double> percentiles,
    List<VariantCurve> variants,
    Map<String, Map<String, List<String>>> against,
    List<PairIntervals> intervals,
    List<OverheadBar> overheads,
    List<Timeline> runs,
    @JsonIgnore Optional<String> begun) {

  /**
   * A variant over its valid rounds.
   *
   * @param colour its place in the palette
   * @param pool what bounds it, threads or connections to its back end; empty without a bound
   * @param poolBound requests per second that the pool allows; absent without a bound
   * @param rounds its points
   * @param latency ms at each of the percentiles: median, least and greatest of the rounds
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record VariantCurve(
      String name,
      int colour,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String pool,
      OptionalDouble poolBound,
      MedianInterval throughput,
      List<Point> rounds,
      List<Spread> latency) {}

  /** A round: throughput in requests per second, CPU in µs per request. */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Point(int round, double throughput, OptionalDouble cpu) {}

  /** A percentile over the rounds, in ms. */
  record Spread(double median, double least, double greatest) {}

  public static ChartData of(
      RecordedRuns runs, List<VariantSummary> variants, Comparison comparison) {
    List<VariantSummary> ranked =
        variants.stream().filter(each -> RunMetrics.THROUGHPUT.median(each.ranked()) >= 0).toList();
    Conditions plan = comparison.plan();
    Map<String, Integer> colours =
        HtmlPage.colours(comparison.variants().stream().map(Comparison.Variant::name));
    return new ChartData(
        plan.meanWaitMs(),
        users(runs),
        plan.generatorCapacity(),
        LatencyCurve.PERCENTILES,
        ranked.stream()
            .map(each -> curve(each, colours.get(each.name()), figures(comparison, each)))
            .toList(),
        against(comparison),
        PairIntervals.of(comparison),
        OverheadBar.of(comparison),
        runs.runs().stream().map(Timeline::of).flatMap(Optional::stream).toList(),
        begun(runs));
  }

  private static Optional<String> begun(RecordedRuns runs) {
    return runs.runs().stream()
        .map(run -> run.record().identity().startedAt())
        .sorted()
        .map(at -> at.length() > 16 ? at.substring(0, 16).replace('T', ' ') + " UTC" : at)
        .findFirst();
  }

  /** What each variant is to each other one, by throughput and by CPU: baseline, variant, words. */
  private static Map<String, Map<String, List<String>>> against(Comparison comparison) {
    List<String> names = comparison.variants().stream().map(Comparison.Variant::name).toList();
    return names.stream()
        .collect(
            Collectors.toMap(
                baseline -> baseline, baseline -> against(comparison, names, baseline)));
  }

  private static Map<String, List<String>> against(
      Comparison comparison, List<String> names, String baseline) {
    return names.stream()
        .filter(name -> !name.equals(baseline))
        .collect(
            Collectors.toMap(
                name -> name,
                name ->
                    Stream.of(TestedMetric.values())
                        .map(
                            tested ->
                                Contrast.of(comparison.pairs(), tested, name, baseline)
                                    .map(each -> each.inShort(tested, name))
                                    .orElse(Numbers.ABSENT))
                        .toList()));
  }

  private static OptionalDouble users(RecordedRuns runs) {
    RecordedRun any = runs.runs().getFirst();
    ThroughputLimits limits = any.limits();
    return any.open().isPresent()
        ? OptionalDouble.of(Ceiling.of(any).perSecond())
        : limits.ofUsers().ceiling();
  }

  private static Comparison.Variant figures(Comparison comparison, VariantSummary variant) {
    return comparison.variants().stream()
        .filter(each -> each.name().equals(variant.name()))
        .findFirst()
        .orElseThrow();
  }

  private static VariantCurve curve(
      VariantSummary variant, int colour, Comparison.Variant figures) {
    ThroughputLimits limits = variant.ranked().getFirst().limits();
    return new VariantCurve(
        variant.name(),
        colour,
        switch (limits.ceilingReason()) {
          case THREADS -> "threads";
          case CONNECTIONS -> "connections";
          case USERS, NONE -> "";
        },
        limits.atOnce() < limits.users() ? limits.ceiling() : OptionalDouble.empty(),
        figures.figure(RunMetrics.THROUGHPUT).orElseThrow(),
        variant.ranked().stream().map(ChartData::point).flatMap(Optional::stream).toList(),
        LatencyCurve.of(variant.ranked()));
  }

  private static Optional<Point> point(RecordedRun run) {
    return DoubleStream.of(RunMetrics.THROUGHPUT.of(run.record()))
        .filter(Double::isFinite)
        .mapToObj(
            throughput ->
                new Point(
                    run.record().round(),
                    throughput,
                    Numbers.optional(RunMetrics.CPU.of(run.record()))))
        .findFirst();
  }
}
