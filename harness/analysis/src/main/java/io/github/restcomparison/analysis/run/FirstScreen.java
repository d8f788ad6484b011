package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.HtmlPage;
import io.github.restcomparison.analysis.page.Overview;
import io.github.restcomparison.analysis.page.Overview.Bar;
import io.github.restcomparison.analysis.page.Overview.Figure;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.settings.Count;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The first screen of an experiment, below its findings: a bar and the most important figures, the
 * latencies, and their limitations.
 */
record FirstScreen(Comparison comparison, Optional<Chart> latency) {

  /** Returns the metric of the bars. */
  private TestedMetric speed() {
    return comparison.runs().tested().getFirst();
  }

  Overview overview() {
    List<RunMetric> metrics = metrics();
    double full = fullBar();
    Map<String, Integer> colours =
        HtmlPage.colours(comparison.variants().stream().map(VariantRuns::name));
    List<Bar> bars =
        comparison.variants().stream()
            .map(each -> bar(each, metrics, colours.get(each.name()), full))
            .toList();
    return new Overview(
        metrics.stream().map(RunMetric::head).toList(),
        bars,
        note(bars),
        latency,
        new MeasurementFit(comparison).rows(),
        comparison.warnings(),
        remarks());
  }

  /** Returns the metric of the bars, and the others of which a variant has a figure. */
  private List<RunMetric> metrics() {
    return Stream.concat(
            Stream.of(speed().metric()),
            comparison.shownIn(Output.FIRST_SCREEN).stream().filter(comparison::isMeasured))
        .toList();
  }

  private Bar bar(VariantRuns variant, List<RunMetric> metrics, int colour, double full) {
    boolean hasCeiling = speed().isHigherBetter() && variant.ceiling() <= full;
    return new Bar(
        variant.name(),
        colour,
        variant.isRanked() ? percent(variant.median(speed().metric()), full) : 0,
        Arrays.stream(speed().metric().valueIn(variant.ranked()))
            .mapToObj(round -> percent(round, full))
            .toList(),
        hasCeiling ? percent(variant.ceiling(), full) : Double.NaN,
        metrics.stream().map(metric -> figure(variant, metric)).toList(),
        variant.bottleneck().map(Bottleneck::limit).orElse(Numbers.NOT_MEASURED),
        variant.isRanked()
            ? Optional.empty()
            : Optional.of(
                "%s, not ranked (%d of %s valid): %s"
                    .formatted(
                        variant.status(),
                        variant.valid().size(),
                        Count.of(variant.runs().size(), "run"),
                        variant.reason())));
  }

  private Figure figure(VariantRuns variant, RunMetric metric) {
    double median = variant.median(metric);
    String bound = variant.boundPrefix(metric);
    return new Figure(
        metric.head(),
        Double.isNaN(median) ? Numbers.NOT_MEASURED : bound + metric.label().format().apply(median),
        metric == speed().metric() || metric.hasOutput(Output.GLANCE)
            ? Optional.of(bound + metric.glance(median))
            : Optional.empty());
  }

  /**
   * Returns the figure of the longest bar: the maximum of all rounds, or a ceiling that is near.
   */
  private double fullBar() {
    double max =
        comparison.variants().stream()
            .flatMapToDouble(each -> Arrays.stream(speed().metric().valueIn(each.ranked())))
            .max()
            .orElse(1);
    return comparison.variants().stream()
        .mapToDouble(VariantRuns::ceiling)
        .filter(ceiling -> speed().isHigherBetter() && Chart.isNear(ceiling, max))
        .reduce(max, Math::max);
  }

  private String note(List<Bar> bars) {
    boolean hasCeiling = bars.stream().anyMatch(each -> each.mark().isPresent());
    boolean isIncomplete =
        bars.stream()
            .filter(each -> each.unranked().isEmpty())
            .flatMap(each -> each.figures().stream())
            .anyMatch(each -> each.text().equals(Numbers.NOT_MEASURED));
    return "Medians of the valid rounds; points are rounds."
        + (speed().isHigherBetter() ? "" : " A shorter bar is better.")
        + (hasCeiling ? " A mark is the ceiling of users, delay and pool." : "")
        + (isIncomplete ? " %s means not measured.".formatted(Numbers.NOT_MEASURED) : "");
  }

  private static double percent(double value, double full) {
    return Math.round(1_000 * value / full) / 10.0;
  }

  /** Returns the remarks for the terminal, in addition to findings and warnings. */
  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    comparison.undecided().ifPresent(remarks::add);
    // If a variant has no figures, missing observations do not matter.
    Map<String, String> notSeen = new LinkedHashMap<>();
    for (VariantRuns each : comparison.variants()) {
      if (each.isRanked()) {
        each.limitationsSentence()
            .ifPresent(
                text -> notSeen.merge(text, each.name(), (one, other) -> one + ", " + other));
      } else {
        each.objections().forEach(remark -> remarks.add(each.name() + ", " + remark));
      }
    }
    remarks.addAll(comparison.remarks());
    notSeen.forEach((text, names) -> remarks.add(names + ", " + text));
    remarks.addAll(comparison.runs().notices());
    return remarks;
  }
}
