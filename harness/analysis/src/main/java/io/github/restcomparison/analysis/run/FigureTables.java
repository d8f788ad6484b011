package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableCell;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.runs.PartMetrics;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.OpenLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The figures of all variants side by side: throughput, latency and cost. The chart of latencies is
 * on the first screen.
 */
record FigureTables(Comparison comparison, RunCharts charts) {
  private static final String CLOSED =
      "Closed model: a slow service slows its own callers down, so these are service times.";

  private static final String OPEN =
      "Open model: latency is measured from the scheduled time of a request; service time from when it was sent,"
          + " which hides the requests that waited to be sent.";

  /** The maximum number of kinds of request in the table. */
  private static final int MAX_KINDS = 10;

  /** Returns the sections in the order of the page. */
  List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    sections.add(
        isOpenModel()
            ? section(
                "throughput",
                "Throughput",
                "The schedule sets the number of requests, whatever the service does.",
                List.of(),
                throughput())
            : section(
                "throughput",
                "Throughput against the ceilings",
                "In the window in which all users were active. No service can exceed users / (delay +"
                    + " think time), nor workers / delay.",
                List.of(charts.throughput()),
                throughput()));
    sections.add(new Section("latency", "Latency", latencies(), false));
    boolean hasCost =
        comparison.shownIn(Output.PAGE_COST).stream().anyMatch(comparison::isMeasured);
    if (hasCost) {
      sections.add(
          section(
              "cost",
              "Cost",
              "Resources of the service in the window.",
              List.of(charts.cost()),
              figures(Output.PAGE_COST)));
    }
    return sections;
  }

  private boolean isOpenModel() {
    return comparison.runs().load() instanceof OpenLoad;
  }

  /** Returns the start-up of the services; empty if none was started here. */
  Optional<Section> startUp() {
    List<Column<VariantRuns>> columns = figures(Output.PAGE_START_UP);
    if (columns.isEmpty()) {
      return Optional.empty();
    }
    columns.add(Column.text("class archives", FigureTables::archives));
    return Optional.of(
        Section.of(
            "start-up",
            "Start-up",
            Text.soft(
                "From the command of a service until it was ready and until its first correct response,"
                    + " and its CPU time until then. Files may not have been in the page cache at"
                    + " its first start, in round 1."),
            table(columns)));
  }

  /** Returns the archives of classes; a JVM without flags has the archive of its JDK. */
  private static String archives(VariantRuns variant) {
    List<String> flags =
        variant.ranked().stream()
            .flatMap(run -> run.record().subject().environment().serviceJvm().stream())
            .flatMap(List::stream)
            .filter(flag -> flag.matches("-Xshare.*|-XX:(SharedArchiveFile|AOT\\w*)=.*"))
            .distinct()
            .toList();
    return flags.isEmpty() ? "none stated" : String.join(" ", flags);
  }

  private Section section(
      String id,
      String title,
      String explained,
      List<Chart> drawn,
      List<Column<VariantRuns>> columns) {
    List<Block> blocks = new ArrayList<>(List.of(Text.soft(explained)));
    drawn.stream().filter(Chart::hasPoints).forEach(blocks::add);
    blocks.add(table(columns));
    return new Section(id, title, blocks, false);
  }

  private List<Column<VariantRuns>> throughput() {
    List<Column<VariantRuns>> columns = figures(Output.PAGE_THROUGHPUT);
    columns.add(new Column<>("ceiling, requests/s", each -> Numbers.of(each.ceiling())));
    columns.add(new Column<>("of the ceiling, %", each -> Numbers.of(each.percentOfCeiling())));
    columns.add(
        Column.text(
            "limited by",
            each -> each.bottleneck().map(Bottleneck::limit).orElse(Numbers.NOT_MEASURED)));
    columns.add(new Column<>("failed requests", each -> Numbers.of(each.ko())));
    columns.add(
        new Column<>(
            "valid rounds", each -> "%d of %d".formatted(each.valid().size(), each.planned())));
    return columns;
  }

  private List<Block> latencies() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Text.soft(
            "Of all requests, tail included, except those in excluded seconds or a ramp-up; exact"
                + " percentiles of each run, never pooled. "
                + (isOpenModel() ? OPEN : CLOSED)));
    List<Column<VariantRuns>> columns = new ArrayList<>();
    double waitMs = comparison.runs().meanWaitMs();
    if (!comparison.runs().load().delay().isUnknown()) {
      columns.add(
          new Column<>(
              "overhead (p50 − mean wait), ms",
              each ->
                  Numbers.interval(
                      each.figure(RunMetric.P50).map(ms -> ms - waitMs), Numbers::of)));
    }
    columns.addAll(figures(Output.PAGE_LATENCY));
    blocks.add(table(columns));
    statuses().ifPresent(blocks::add);
    blocks.addAll(requestLatencies());
    return blocks;
  }

  /** A status of the responses of a variant. */
  private record StatusRow(String code, VariantRuns variant) {
    Column<StatusRow> column(int figure) {
      return new Column<>(
          PartMetrics.forStatus(code).get(figure).head(),
          status -> status.text(PartMetrics.forStatus(status.code).get(figure)));
    }

    private String text(RunMetric metric) {
      return Numbers.interval(variant.figure(metric), metric.label().format());
    }
  }

  /** Returns the latencies of each status; empty if no variant has several. */
  private Optional<Table> statuses() {
    List<StatusRow> statuses =
        comparison.variants().stream()
            .flatMap(each -> each.statuses().stream().map(code -> new StatusRow(code, each)))
            .toList();
    if (comparison.variants().stream().allMatch(each -> each.statuses().size() <= 1)) {
      return Optional.empty();
    }
    StatusRow first = statuses.getFirst();
    return Optional.of(
        Table.of(
            "Latency of each status",
            statuses,
            List.of(
                Column.text("variant", status -> status.variant.name()),
                Column.text("status", StatusRow::code),
                first.column(0),
                first.column(1),
                first.column(2))));
  }

  /** A kind of request of a variant. */
  private record RequestRow(String name, VariantRuns variant) {
    String figure(int percentile) {
      return Numbers.interval(
          variant.figure(PartMetrics.forRequest(name).get(percentile)), Numbers::of);
    }
  }

  /**
   * Returns the latencies of each kind of request, if there are several: of many, of the slowest.
   */
  private List<Block> requestLatencies() {
    Comparator<String> slowest =
        Comparator.comparingDouble(name -> -max(PartMetrics.forRequest(name).getLast()));
    List<String> names =
        comparison.variants().stream()
            .flatMap(each -> each.requests().stream())
            .distinct()
            .sorted()
            .toList();
    List<RequestRow> kinds =
        (names.size() <= MAX_KINDS ? names.stream() : names.stream().sorted(slowest))
            .limit(MAX_KINDS)
            .flatMap(name -> comparison.variants().stream().map(each -> new RequestRow(name, each)))
            .filter(kind -> kind.variant.requests().contains(kind.name))
            .toList();
    String many = "Of %d kinds of request, the %d with the highest p99.";
    Table table =
        Table.of(
            "Latency of each kind of request",
            kinds,
            List.of(
                Column.text("request", RequestRow::name),
                Column.text("variant", kind -> kind.variant.name()),
                new Column<>("p50, ms", kind -> kind.figure(0)),
                new Column<>("p95, ms", kind -> kind.figure(1)),
                new Column<>("p99, ms", kind -> kind.figure(2))));
    return kinds.isEmpty()
        ? List.of()
        : names.size() <= MAX_KINDS
            ? List.of(table)
            : List.of(Text.soft(many.formatted(names.size(), MAX_KINDS)), table);
  }

  private List<Column<VariantRuns>> figures(Output table) {
    return new ArrayList<>(
        comparison.shownIn(table).stream()
            .map(metric -> figure(metric, table == Output.PAGE_COST ? max(metric) : Double.NaN))
            .toList());
  }

  /**
   * Returns a column of figures.
   *
   * @param full the figure with a bar as wide as the column behind it; NaN for no bars
   */
  private static Column<VariantRuns> figure(RunMetric metric, double full) {
    return new Column<>(
        metric.head(),
        false,
        each ->
            TableCell.bar(
                each.boundPrefix(metric)
                    + Numbers.interval(each.figure(metric), metric.label().format()),
                100 * each.median(metric) / full));
  }

  /** Returns the maximum figure of all variants, above 0; NaN without one. */
  private double max(RunMetric metric) {
    return comparison.variants().stream()
        .mapToDouble(each -> each.median(metric))
        .filter(each -> each > 0)
        .max()
        .orElse(Double.NaN);
  }

  /** Returns a table; a variant that is not ranked has its status in place of the first figure. */
  private Table table(List<Column<VariantRuns>> figures) {
    List<Column<VariantRuns>> columns =
        new ArrayList<>(List.of(Column.text("variant", VariantRuns::name)));
    for (Column<VariantRuns> figure : figures) {
      boolean isFirst = columns.size() == 1;
      columns.add(
          new Column<>(
              figure.head(),
              figure.isText(),
              each ->
                  each.isRanked()
                      ? figure.cell().apply(each)
                      : isFirst
                          ? TableCell.objection(each.status() + ", not ranked")
                          : TableCell.number(List.of(Numbers.NOT_MEASURED))));
    }
    String label = "Figures of all variants";
    return comparison.variants().size() == 1
        ? Table.transposed(label, comparison.variants().getFirst(), columns)
        : Table.of(label, comparison.variants(), columns);
  }
}
