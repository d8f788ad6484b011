package io.github.restcomparison.comparison.report;

import io.github.restcomparison.comparison.report.Comparison.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Figures of all variants side by side, with their units in the heads.
 *
 * @param id names the table within the page
 */
record FigureTable(String id, String title, String explained, List<String> heads, List<Row> rows) {

  /**
   * A variant's row.
   *
   * @param status instead of figures, for a variant that is not ranked
   */
  record Row(String name, List<String> cells, Optional<String> status, int width) {}

  /** A column: its head, and what it says of a variant. */
  private record Column(String head, Function<Variant, String> cell) {}

  static List<FigureTable> all(List<Variant> variants) {
    return List.of(throughput(variants), latency(variants), cost(variants));
  }

  private static FigureTable throughput(List<Variant> variants) {
    return of(
        "throughput",
        "Throughput",
        "In the window in which all users were at work.",
        variants,
        List.of(
            new Column("requests/s", each -> Numbers.interval(each.throughput(), Numbers::of)),
            new Column("ceiling, requests/s", each -> Numbers.of(each.ceiling())),
            new Column("of the ceiling, %", each -> Numbers.of(each.percentOfCeiling())),
            new Column("bound by", each -> each.bound().orElse(Numbers.ABSENT)),
            new Column("failed requests", each -> Numbers.of(each.ko())),
            new Column(
                "valid rounds",
                each -> "%d of %d".formatted(each.rounds().valid(), each.rounds().planned()))));
  }

  private static FigureTable latency(List<Variant> variants) {
    List<Column> columns = new ArrayList<>();
    for (Measure percentile : Measure.PERCENTILES) {
      String head = percentile == Measure.P999 ? "p99.9" : percentile.label();
      columns.add(
          new Column(
              head + ", ms", each -> Numbers.interval(each.latency(percentile), Numbers::of)));
    }
    return of(
        "latency",
        "Latency",
        "Of every request, ramp-up and tail included; exact percentiles of each run, never pooled.",
        variants,
        columns);
  }

  private static FigureTable cost(List<Variant> variants) {
    return of(
        "cost",
        "Cost",
        "Of the service's process alone, in the window alone.",
        variants,
        List.of(
            new Column("CPU, µs/request", each -> interval(each.cpuMicrosPerRequest())),
            new Column(
                "allocated, KiB/request",
                each -> Numbers.interval(each.allocatedPerRequest(), Numbers::kibibytes)),
            new Column(
                "heap after GC, MiB",
                each -> Numbers.interval(each.heapAfterGc(), Numbers::mebibytes)),
            new Column(
                "RSS peak, MiB", each -> Numbers.interval(each.rssPeak(), Numbers::mebibytes)),
            new Column("threads, peak", each -> interval(each.threadsPeak()))));
  }

  private static String interval(Optional<Figure> figure) {
    return Numbers.interval(figure, Numbers::of);
  }

  private static FigureTable of(
      String id, String title, String explained, List<Variant> variants, List<Column> columns) {
    List<String> heads = columns.stream().map(Column::head).toList();
    return new FigureTable(
        id, title, explained, heads, variants.stream().map(each -> row(each, columns)).toList());
  }

  private static Row row(Variant variant, List<Column> columns) {
    if (variant.throughput().isEmpty()) {
      return new Row(
          variant.name(),
          List.of(),
          Optional.of(variant.status() + ", not ranked"),
          columns.size());
    }
    Stream<String> cells = columns.stream().map(column -> column.cell().apply(variant));
    return new Row(variant.name(), cells.toList(), Optional.empty(), columns.size());
  }
}
