package io.github.restcomparison.analysis.html;

import io.github.restcomparison.analysis.html.ChartData.VariantCurve;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.Contrast;
import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the page says first: a row for each variant, with all that a reader wants to know of it in a
 * minute.
 *
 * @param date of the first run; absent where its record does not say
 * @param machine absent where the runs are of several
 * @param command that began it; absent where nobody wrote it down
 */
public record Overview(
    Optional<String> date, Optional<String> machine, Optional<String> command, List<Row> rows) {
  /**
   * A variant. Places are in percent of the width of the bar's column.
   *
   * @param colour its place in the palette
   * @param value where its bar ends
   * @param rounds where the throughput of each of its rounds lies
   * @param ceiling where no service can pass; absent where that is not near, or not known
   * @param unranked why it has no figures
   */
  public record Row(
      String name,
      int colour,
      String throughput,
      OptionalDouble value,
      List<Double> rounds,
      OptionalDouble ceiling,
      String p99,
      String cpu,
      Optional<String> unranked) {

    /** {@code 9,788/s; the mark is its ceiling}: the bar in words. */
    public String bar() {
      return throughput + (ceiling.isPresent() ? "; the mark is its ceiling" : "");
    }

    /** The mark as the style sheet takes it. */
    public Optional<Double> mark() {
      return ceiling.stream().boxed().findFirst();
    }

    /** The end of the bar as the style sheet takes it. */
    public double end() {
      return value.orElse(0);
    }
  }

  /** The command's words, none of which is broken where the next line has room for it. */
  public List<String> words() {
    return command.stream().flatMap(each -> Stream.of(each.split(" "))).toList();
  }

  /**
   * Of the runs of a comparison.
   *
   * @param data of the charts, which have each round
   * @param command that began it
   */
  public static Overview of(
      RecordedRuns runs, Comparison comparison, ChartData data, Optional<String> command) {
    Map<String, VariantCurve> curves =
        data.variants().stream().collect(Collectors.toMap(VariantCurve::name, each -> each));
    Conditions plan = comparison.plan();
    Map<String, Integer> colours =
        ChartData.colours(comparison.variants().stream().map(Comparison.Variant::name));
    double full =
        comparison.fullBar(
            data.variants().stream()
                .flatMap(each -> each.rounds().stream())
                .mapToDouble(ChartData.Point::throughput)
                .max()
                .orElse(1));
    return new Overview(
        runs.runs().stream()
            .map(run -> run.record().startedAt())
            .sorted()
            .map(at -> at.length() > 16 ? at.substring(0, 16).replace('T', ' ') + " UTC" : at)
            .findFirst(),
        plan.cpu()
            .map(
                cpu ->
                    cpu
                        + plan.cpus()
                            .map(number -> ", " + Numbers.count(number, "CPU"))
                            .orElse("")),
        command,
        comparison.variants().stream()
            .map(
                each ->
                    row(
                        each,
                        colours.get(each.name()),
                        Optional.ofNullable(curves.get(each.name())),
                        full))
            .toList());
  }

  private static Row row(Variant variant, int colour, Optional<VariantCurve> curve, double full) {
    return new Row(
        variant.name(),
        colour,
        variant.atAGlance(RunMetrics.THROUGHPUT),
        variant.medianThroughput().stream().map(value -> percent(value, full)).findFirst(),
        curve.stream()
            .flatMap(each -> each.rounds().stream())
            .map(round -> percent(round.throughput(), full))
            .toList(),
        variant.ceiling().stream()
            .filter(ceiling -> ceiling <= full)
            .map(ceiling -> percent(ceiling, full))
            .findFirst(),
        variant.atAGlance(RunMetrics.P99),
        variant.atAGlance(RunMetrics.CPU),
        variant.isRanked()
            ? Optional.empty()
            : Optional.of(
                variant.status() + ", not ranked: " + String.join(" ", variant.objections())));
  }

  private static double percent(double value, double full) {
    return Math.round(1_000 * value / full) / 10.0;
  }

  /** What each variant is to each other one, by throughput and by CPU: baseline, variant, words. */
  static Map<String, Map<String, List<String>>> against(Comparison comparison) {
    List<String> names = comparison.variants().stream().map(Variant::name).toList();
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
}
