package io.github.restcomparison.analysis.html;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.Figure;
import io.github.restcomparison.analysis.model.Numbers;
import io.github.restcomparison.analysis.model.RunMetric;
import io.github.restcomparison.servicekit.BackEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;

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

  /** A column: its head, and what it says of a variant. */
  private record Column(
      String head, Function<Variant, String> cell, Function<Variant, Optional<Figure>> bar) {

    static Column of(String head, Function<Variant, String> cell) {
      return new Column(head, cell, each -> Optional.empty());
    }

    static Column withBar(
        String head, Function<Variant, Optional<Figure>> figure, DoubleFunction<String> format) {
      return new Column(head, each -> Numbers.interval(figure.apply(each), format), figure);
    }

    private Cell of(Variant variant, List<Variant> variants) {
      double greatest =
          variants.stream()
              .flatMap(each -> bar.apply(each).stream())
              .mapToDouble(Figure::median)
              .max()
              .orElse(0);
      return new Cell(
          cell.apply(variant),
          bar.apply(variant)
              .filter(figure -> greatest > 0)
              .map(figure -> Math.round(100 * figure.median() / greatest)));
    }
  }

  /** In the order of the page. */
  static List<FigureTable> all(Comparison comparison) {
    List<Variant> variants = comparison.variants();
    return List.of(
        throughput(variants),
        latency(variants, comparison.plan()),
        cost(variants, comparison.plan()));
  }

  private static FigureTable throughput(List<Variant> variants) {
    return of(
        "throughput",
        "Throughput against the ceilings",
        "In the window in which all users were at work. The users' bound is users / delay, the"
            + " threads' bound workers / delay: no service can pass them.",
        variants,
        List.of(
            Column.of("requests/s", each -> Numbers.interval(each.throughput(), Numbers::of)),
            Column.of("ceiling, requests/s", each -> Numbers.of(each.ceiling())),
            Column.of("of the ceiling, %", each -> Numbers.of(each.percentOfCeiling())),
            Column.of("bound by", each -> each.bound().orElse(Numbers.ABSENT)),
            Column.of("failed requests", each -> Numbers.of(each.ko())),
            Column.of(
                "valid rounds",
                each -> "%d of %d".formatted(each.rounds().valid(), each.rounds().planned()))));
  }

  private static FigureTable latency(List<Variant> variants, Comparison.Plan plan) {
    List<Column> columns = new ArrayList<>();
    columns.add(
        Column.of(
            "overhead (p50 − delay), ms",
            each ->
                Numbers.interval(
                    each.latency(RunMetric.P50).map(p50 -> p50.less(plan.delayMs())),
                    Numbers::of)));
    for (RunMetric percentile : RunMetric.PERCENTILES) {
      String head = percentile == RunMetric.P999 ? "p99.9" : percentile.label();
      columns.add(
          Column.of(
              head + ", ms", each -> Numbers.interval(each.latency(percentile), Numbers::of)));
    }
    if (plan.open().isPresent()) {
      for (RunMetric percentile : RunMetric.SERVICE_TIMES) {
        columns.add(
            Column.of(
                percentile.label().replace("serviceTime", "service time ").toLowerCase(Locale.ROOT)
                    + ", ms",
                each ->
                    Numbers.interval(
                        Optional.ofNullable(each.serviceTime().get(percentile.label())),
                        Numbers::of)));
      }
    }
    return of(
        "latency",
        "Latency",
        "Of every request, ramp-up and tail included; exact percentiles of each run, never pooled."
            + " What lies above the line of the delay is overhead. "
            + plan.open().map(open -> OPEN).orElse(CLOSED),
        variants,
        columns);
  }

  private static FigureTable cost(List<Variant> variants, Comparison.Plan plan) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.withBar("CPU, µs/request", Variant::cpuMicrosPerRequest, Numbers::of),
                Column.withBar(
                    "allocated, KiB/request", Variant::allocatedPerRequest, Numbers::kibibytes),
                Column.withBar("heap after GC, MiB", Variant::heapAfterGc, Numbers::mebibytes),
                Column.withBar("RSS peak, MiB", Variant::rssPeak, Numbers::mebibytes),
                Column.withBar("threads, peak", Variant::threadsPeak, Numbers::of)));
    if (BackEnd.KINDS.contains(plan.waits())) {
      columns.add(
          Column.of(
              "its back end, CPUs", each -> Numbers.interval(each.backEndCpuCores(), Numbers::of)));
    }
    return of(
        "cost",
        "Cost",
        "Of the service's process alone, in the window alone. Farther right is faster, farther down"
            + " cheaper: who pays what for the same ceiling?",
        variants,
        columns);
  }

  private static FigureTable of(
      String id, String title, String explained, List<Variant> variants, List<Column> columns) {
    return new FigureTable(
        id,
        title,
        explained,
        columns.stream().map(Column::head).toList(),
        variants.stream().map(each -> row(each, variants, columns)).toList());
  }

  private static Row row(Variant variant, List<Variant> variants, List<Column> columns) {
    return variant.throughput().isEmpty()
        ? new Row(
            variant.name(),
            List.of(),
            Optional.of(variant.status() + ", not ranked"),
            columns.size())
        : new Row(
            variant.name(),
            columns.stream().map(column -> column.of(variant, variants)).toList(),
            Optional.empty(),
            columns.size());
  }
}
