package io.github.restcomparison.analysis.html;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.RequestFigures;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.settings.Delay;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Figures of all variants side by side, with their units in the heads.
 *
 * @param id names the table within the page
 */
record FigureTable(String id, String title, String explained, List<String> heads, List<Row> rows) {

  private static final String CLOSED =
      "Closed model: a slow service slows its own callers down, so these are service times.";

  private static final String OPEN =
      "Open model: a latency counts from when a request was due, whatever kept it from being sent;"
          + " a service time from when it was sent, which hides those who had to wait.";

  /**
   * A variant's row.
   *
   * @param status instead of figures, for a variant that is not ranked
   * @param width of the status, in columns
   */
  record Row(String name, List<Cell> cells, Optional<String> status, int width) {}

  /**
   * A figure.
   *
   * @param share of the greatest in its column, in percent: the length of the bar behind it; absent
   *     where no bar is drawn
   */
  record Cell(String text, Optional<Long> share) {}

  /** A column: its head, what it says of a variant, and how long the bar behind that is. */
  private record Column(
      String head, Function<Variant, String> cell, Function<Variant, OptionalDouble> bar) {

    static Column of(String head, Function<Variant, String> cell) {
      return new Column(head, cell, each -> OptionalDouble.empty());
    }

    private Cell of(Variant variant, List<Variant> variants) {
      double greatest =
          variants.stream().flatMapToDouble(each -> bar.apply(each).stream()).max().orElse(0);
      return new Cell(
          cell.apply(variant),
          bar.apply(variant).stream()
              .filter(median -> greatest > 0)
              .mapToObj(median -> Math.round(100 * median / greatest))
              .findFirst());
    }
  }

  /** In the order of the page. */
  static List<FigureTable> all(Comparison comparison) {
    return List.of(throughput(comparison), latency(comparison), cost(comparison));
  }

  private static FigureTable throughput(Comparison comparison) {
    return of(
        "throughput",
        "Throughput against the ceilings",
        "In the window in which all users were at work. The users' bound is users / delay, the"
            + " threads' bound workers / delay: no service can pass them.",
        comparison,
        Stream.concat(
            figures(comparison, Output.PAGE_THROUGHPUT),
            Stream.of(
                Column.of("ceiling, requests/s", each -> Numbers.of(each.ceiling())),
                Column.of("of the ceiling, %", each -> Numbers.of(each.percentOfCeiling())),
                Column.of("bound by", each -> each.bound().orElse(Numbers.ABSENT)),
                Column.of("failed requests", each -> Numbers.of(each.ko())),
                Column.of(
                    "valid rounds",
                    each ->
                        "%d of %d".formatted(each.rounds().valid(), each.rounds().planned())))));
  }

  private static FigureTable latency(Comparison comparison) {
    int delayMs = comparison.plan().delayMs();
    Column overhead =
        Column.of(
            "overhead (p50 − delay), ms",
            each ->
                RunMetrics.P50.cell(
                    Output.PAGE_LATENCY,
                    each.figure(RunMetrics.P50).map(p50 -> p50.map(ms -> ms - delayMs))));
    return of(
        "latency",
        "Latency",
        "Of every request, ramp-up and tail included; exact percentiles of each run, never pooled."
            + " What lies above the line of the delay is overhead. "
            + comparison.plan().open().map(open -> OPEN).orElse(CLOSED),
        comparison,
        Stream.of(
                Stream.of(overhead)
                    .filter(
                        column ->
                            !Delay.isUnknown(
                                comparison.plan().waits(), comparison.plan().delayMs())),
                figures(comparison, Output.PAGE_LATENCY),
                requests(comparison))
            .flatMap(columns -> columns));
  }

  /** Where the load has several kinds of request, two columns for each. */
  private static Stream<Column> requests(Comparison comparison) {
    return comparison.variants().stream()
        .flatMap(each -> each.requests().stream().map(RequestFigures::name))
        .distinct()
        .flatMap(
            name ->
                Stream.of(
                    Column.of(name + ": p50, ms", each -> cell(each, name, RequestFigures::p50)),
                    Column.of(name + ": p99, ms", each -> cell(each, name, RequestFigures::p99))));
  }

  private static String cell(
      Variant variant, String name, Function<RequestFigures, MedianInterval> percentile) {
    Optional<MedianInterval> found =
        variant.requests().stream()
            .filter(request -> request.name().equals(name))
            .map(percentile)
            .findFirst();
    return RunMetrics.P99.cell(Output.PAGE_LATENCY, found);
  }

  private static FigureTable cost(Comparison comparison) {
    return of(
        "cost",
        "Cost",
        "Of the service's process alone, in the window alone. Farther right is faster, farther down"
            + " cheaper: who pays what for the same ceiling?",
        comparison,
        figures(comparison, Output.PAGE_COST));
  }

  private static Stream<Column> figures(Comparison comparison, Output table) {
    return comparison.shownIn(table).stream()
        .map(
            metric ->
                new Column(
                    metric.head(table),
                    each -> metric.cell(table, each.figure(metric)),
                    each ->
                        each.figure(metric).stream()
                            .filter(figure -> metric.hasBar(table))
                            .mapToDouble(MedianInterval::median)
                            .findFirst()));
  }

  private static FigureTable of(
      String id, String title, String explained, Comparison comparison, Stream<Column> shown) {
    List<Column> columns = shown.toList();
    return new FigureTable(
        id,
        title,
        explained,
        columns.stream().map(Column::head).toList(),
        comparison.variants().stream()
            .map(each -> row(each, comparison.variants(), columns))
            .toList());
  }

  private static Row row(Variant variant, List<Variant> variants, List<Column> columns) {
    return variant.isRanked()
        ? new Row(
            variant.name(),
            columns.stream().map(column -> column.of(variant, variants)).toList(),
            Optional.empty(),
            columns.size())
        : new Row(
            variant.name(),
            List.of(),
            Optional.of(variant.status() + ", not ranked"),
            columns.size());
  }
}
