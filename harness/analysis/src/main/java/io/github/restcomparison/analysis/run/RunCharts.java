package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.overhead.OverheadBudget.Cause;
import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Chart.Axis;
import io.github.restcomparison.analysis.page.Chart.Kind;
import io.github.restcomparison.analysis.page.Chart.Mark;
import io.github.restcomparison.analysis.page.Chart.Point;
import io.github.restcomparison.analysis.page.Chart.Series;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns.Model;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The charts of an experiment.
 *
 * @param ranked the variants that have figures, in the order of the page
 */
record RunCharts(Comparison comparison, List<VariantRuns> ranked) {
  RunCharts(Comparison comparison) {
    this(comparison, comparison.variants().stream().filter(VariantRuns::isRanked).toList());
  }

  /** In percent; the last one is the slowest of ten thousand. */
  private static final List<Double> PERCENTILES =
      List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99);

  /** 100 − 99.9 is 0.0999…: a run of exactly 1,000 requests has a p99.9. */
  private static final double ROUNDING = 1e-6;

  /** Returns medians with their intervals, rounds, and ceilings. */
  Chart throughput() {
    List<Point> medians = new ArrayList<>();
    List<Point> rounds = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    RecordedRun first = comparison.runs().runs().getFirst();
    double users = first.limits().usersOnly().ceiling();
    marks.add(Mark.line("users", users));
    for (int row = 0; row < ranked.size(); row++) {
      VariantRuns variant = ranked.get(row);
      Estimate median = variant.figure(RunMetric.THROUGHPUT);
      medians.add(new Point(median.value(), row, median.low(), median.high()));
      for (double round : RunMetric.THROUGHPUT.valueIn(variant.ranked())) {
        rounds.add(Point.of(round, row));
      }
      RecordedRun run = variant.runs().getFirst();
      String reason = run.limits().ceilingReason().name().toLowerCase(Locale.ROOT);
      Mark pool = Mark.line(reason, run.limits().ceiling());
      if (pool.from() < users && !marks.contains(pool)) {
        marks.add(pool);
      }
    }
    marks.add(Mark.line("generator", comparison.runs().generatorCapacity()));
    return Chart.ofRows(
        "throughput",
        "Throughput against the ceilings",
        "Bars are medians, points are rounds, lines are ceilings; one far above the bars is not drawn.",
        new Axis("requests/s", "requests/s", false),
        ranked.stream().map(VariantRuns::name).toList(),
        marks,
        List.of(new Series("median", Kind.BAR, medians), new Series("round", Kind.POINTS, rounds)));
  }

  private List<Series> series(BiFunction<String, List<RecordedRun>, Series> of) {
    return ranked.stream().map(each -> of.apply(each.name(), each.ranked())).toList();
  }

  /** Returns the exact percentiles of the runs, never pooled; empty if no run has samples. */
  Optional<Chart> latency() {
    double delayMs = comparison.runs().meanWaitMs();
    List<Series> series = series((name, runs) -> new Series(name, Kind.LINE, percentiles(runs)));
    return series.stream().allMatch(each -> each.points().isEmpty())
        ? Optional.empty()
        : Optional.of(
            new Chart(
                "latency",
                "Latency by percentile",
                "",
                new Axis("percentile of the requests of a run", "percentile", true),
                new Axis("", "ms", true),
                List.of(),
                delayMs > 0 ? List.of(Mark.line("the delay", delayMs)) : List.of(),
                List.of(new Chart.View("", series))));
  }

  private static List<Point> percentiles(List<RecordedRun> runs) {
    List<Latencies> rounds =
        runs.stream()
            .flatMap(run -> run.samples().stream())
            .map(RunSamples::seenByCallers)
            .filter(counts -> !counts.isEmpty())
            .map(Latencies::of)
            .toList();
    long fewest = rounds.stream().mapToLong(Latencies::total).min().orElse(0);
    return percentiles(fewest).stream()
        .map(
            percent -> {
              double[] all =
                  rounds.stream().mapToDouble(round -> round.percentile(percent)).toArray();
              double median = Estimate.ofPercentiles(all).value();
              return Point.of(Axis.percentile(percent), median, all);
            })
        .toList();
  }

  /** Returns the percentiles beyond which a run of this number of requests has at least one. */
  static List<Double> percentiles(long requests) {
    return PERCENTILES.stream()
        .filter(percent -> requests * (100 - percent) >= 100 - ROUNDING)
        .toList();
  }

  /** Returns a point for each round. */
  Chart cost() {
    TestedMetric speed = comparison.runs().tested().getFirst();
    String unit = speed.metric().label().unit();
    return Chart.of(
        "cost",
        "Cost",
        "Each point is a round. Farther %s is faster, farther down is cheaper."
            .formatted(speed.isHigherBetter() ? "right" : "left"),
        new Axis(speed.metric().head(), unit, false),
        new Axis("", "µs", false),
        series(
            (name, runs) ->
                new Series(
                    name,
                    Kind.POINTS,
                    runs.stream()
                        .map(RecordedRun::record)
                        .map(
                            run ->
                                Point.of(speed.metric().valueIn(run), RunMetric.CPU.valueIn(run)))
                        .filter(point -> !Double.isNaN(point.x() + point.y()))
                        .toList())));
  }

  /**
   * Returns the time of requests beyond their delay, a bar for each variant; empty if it is not
   * known.
   */
  Optional<Chart> overhead() {
    List<VariantRuns> known = ranked.stream().filter(each -> each.overhead().isPresent()).toList();
    List<Series> pieces =
        Stream.of(Cause.values())
            .map(
                cause ->
                    new Series(
                        cause.label(),
                        Kind.PIECE,
                        IntStream.range(0, known.size())
                            .mapToObj(
                                i -> Point.of(known.get(i).overhead().orElseThrow().ms(cause), i))
                            .toList()))
            .filter(series -> series.points().stream().anyMatch(point -> point.x() > 0))
            .toList();
    String wait = Numbers.of(comparison.runs().meanWaitMs()) + " ms";
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Chart.ofRows(
                "overhead",
                "Overhead of each variant by cause",
                "The mean time of a request beyond its wait of %s%s."
                    .formatted(
                        wait,
                        comparison.runs().model() == Model.CLOSED
                            ? ": throughput is users / (wait + overhead)"
                            : ""),
                new Axis("% of the time over the delay of " + wait, "ms", false),
                known.stream()
                    .map(
                        each ->
                            "%s, %s ms"
                                .formatted(
                                    each.name(),
                                    Numbers.of(each.overhead().orElseThrow().overheadMs())))
                    .toList(),
                List.of(),
                pieces));
  }

  /**
   * Returns the interval of each pair's ratio next to the margin, a chart for each metric with
   * verdicts.
   */
  List<Chart> intervals() {
    return comparison.runs().tested().stream()
        .map(this::intervals)
        .filter(chart -> !chart.rows().isEmpty())
        .toList();
  }

  private Chart intervals(TestedMetric tested) {
    List<Pair> pairs =
        comparison
            .rankedPairs()
            .filter(pair -> pair.tested() == tested && !pair.isPreview())
            .toList();
    List<Point> decided = new ArrayList<>();
    List<Point> open = new ArrayList<>();
    for (int row = 0; row < pairs.size(); row++) {
      Pair pair = pairs.get(row);
      Estimate interval = pair.intervalOf(pair.betterSoFar());
      (pair.state() == State.DECIDED ? decided : open)
          .add(
              new Point(
                  Numbers.roundSignificant(pair.ratioOf(pair.betterSoFar())),
                  row,
                  Numbers.roundSignificant(interval.low()),
                  Numbers.roundSignificant(interval.high())));
    }
    double margin = comparison.floor(tested).margin();
    String title = "Ratio of " + tested.label();
    return Chart.ofRows(
        "pairs-" + tested.id(),
        title,
        title
            + ": the interval of each pair, from all rounds; dashed if the pair is undecided;"
            + " logarithmic. The band is the margin: a pair is decided if its interval lies"
            + " wholly outside the band, or wholly inside.",
        new Axis("ratio a / b", "", true),
        pairs.stream()
            .map(
                pair ->
                    "%s / %s: %s"
                        .formatted(
                            pair.betterSoFar(),
                            pair.otherVariant(pair.betterSoFar()),
                            pair.verdict()))
            .toList(),
        List.of(new Mark("margin", 1 / (1 + margin), 1 + margin)),
        List.of(
            new Series("decided", Kind.INTERVAL, decided),
            new Series("open", Kind.OPEN_INTERVAL, open)));
  }
}
