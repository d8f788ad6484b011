package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.LightLoad;
import io.github.restcomparison.analysis.model.RequestFigures;
import io.github.restcomparison.analysis.page.Page.Cell;
import io.github.restcomparison.analysis.page.Page.Chart;
import io.github.restcomparison.analysis.page.Page.Row;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableHead;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The figures of all variants side by side: throughput, latency and cost. The chart of latencies is
 * on the first screen.
 */
final class FigureTables {
  private static final String CLOSED =
      "Closed model: a slow service slows its own callers down, so these are service times.";

  private static final String OPEN =
      "Open model: latency counts from when a request was due; service time from when it was sent,"
          + " which hides the requests that waited to be sent.";

  /** By which share the sizes of responses may differ. */
  private static final double MOST_BYTES_APART = 0.1;

  /** The headers of servers differ by less for the same body. */
  private static final int BYTES_OF_HEADERS = 100;

  private FigureTables() {}

  /** A column: its head, what it says of a variant, and the length of the bar behind that. */
  private record Figure(
      String head, Function<Variant, String> text, Function<Variant, OptionalDouble> bar) {
    Figure(String head, Function<Variant, String> text) {
      this(head, text, each -> OptionalDouble.empty());
    }

    private Cell of(Variant variant, List<Variant> variants) {
      double greatest =
          variants.stream().flatMapToDouble(each -> bar.apply(each).stream()).max().orElse(0);
      double length = bar.apply(variant).orElse(-1);
      long share = greatest > 0 && length >= 0 ? Math.round(100 * length / greatest) : -1;
      return new Cell(List.of(text.apply(variant)), List.of(), share, false, false);
    }
  }

  /** In the order of the page. */
  static List<Section> of(Comparison comparison, boolean hasFigures) {
    return List.of(
        section(
            "throughput",
            "Throughput against the ceilings",
            "In the window in which all users were at work. The users' bound is users / delay, the"
                + " threads' bound workers / delay: no service can pass them.",
            "Bars are medians, points are rounds, lines are the ceilings.",
            table(comparison, throughput(comparison)),
            hasFigures),
        Section.of(
            "latency",
            "Latency",
            Text.soft(
                "Of every request but those in seconds left out, ramp-up and tail included; exact"
                    + " percentiles of each run, never pooled. "
                    + comparison.plan().load().open().map(open -> OPEN).orElse(CLOSED)),
            table(comparison, latency(comparison))),
        section(
            "cost",
            "Cost",
            LightLoad.of(comparison.variants())
                .map(footnote -> "Of the service's process, in the window. " + footnote)
                .orElse("Of the service's process, in the window."),
            "Each point is a round. Farther right is faster, farther down is cheaper.",
            table(comparison, figures(comparison, Output.PAGE_COST)),
            hasFigures));
  }

  private static Section section(
      String id, String title, String explained, String caption, Table table, boolean hasFigures) {
    return hasFigures
        ? Section.of(
            id,
            title,
            Text.soft(explained),
            Chart.of(id, title + ", drawn; the table below has the numbers", caption),
            table)
        : Section.of(
            id,
            title,
            Text.soft(explained),
            Text.soft("Nothing is drawn: no variant has figures."),
            table);
  }

  private static Stream<Figure> throughput(Comparison comparison) {
    return Stream.concat(
        figures(comparison, Output.PAGE_THROUGHPUT),
        Stream.of(
            new Figure("ceiling, requests/s", each -> Numbers.of(each.ceiling())),
            new Figure("of the ceiling, %", each -> Numbers.of(each.percentOfCeiling())),
            new Figure("bound by", each -> each.bound().orElse(Numbers.ABSENT)),
            new Figure("failed requests", each -> Numbers.of(each.ko())),
            new Figure(
                "valid rounds",
                each -> "%d of %d".formatted(each.rounds().valid(), each.rounds().planned()))));
  }

  private static Stream<Figure> latency(Comparison comparison) {
    double waitMs = comparison.plan().meanWaitMs();
    Figure overhead =
        new Figure(
            "overhead (p50 − mean wait), ms",
            each ->
                Numbers.interval(
                    each.figure(RunMetrics.P50).map(p50 -> p50.map(ms -> ms - waitMs)),
                    Numbers::of));
    return Stream.of(
            Stream.of(overhead).filter(column -> !comparison.plan().load().isWaitUnknown()),
            figures(comparison, Output.PAGE_LATENCY),
            requests(comparison))
        .flatMap(columns -> columns);
  }

  /** Two columns for each kind of request, if the load has several. */
  private static Stream<Figure> requests(Comparison comparison) {
    return comparison.variants().stream()
        .flatMap(each -> each.requests().stream().map(RequestFigures::name))
        .distinct()
        .flatMap(
            name ->
                Stream.of(
                    new Figure(name + ": p50, ms", each -> cell(each, name, RequestFigures::p50)),
                    new Figure(name + ": p99, ms", each -> cell(each, name, RequestFigures::p99))));
  }

  private static String cell(
      Variant variant, String name, Function<RequestFigures, MedianInterval> percentile) {
    Optional<MedianInterval> found =
        variant.requests().stream()
            .filter(request -> request.name().equals(name))
            .map(percentile)
            .findFirst();
    return Numbers.interval(found, Numbers::of);
  }

  private static Stream<Figure> figures(Comparison comparison, Output table) {
    return comparison.shownIn(table).stream()
        .map(
            metric ->
                new Figure(
                    metric.head(),
                    each -> Numbers.interval(each.figure(metric), metric.label().format()),
                    each ->
                        table == Output.PAGE_COST ? median(each, metric) : OptionalDouble.empty()));
  }

  private static OptionalDouble median(Variant variant, RunMetric metric) {
    return variant.figure(metric).stream().mapToDouble(MedianInterval::median).findFirst();
  }

  private static Table table(Comparison comparison, Stream<Figure> shown) {
    List<Figure> figures = shown.toList();
    List<TableHead> heads = new ArrayList<>(List.of(new TableHead("variant", true)));
    figures.forEach(each -> heads.add(new TableHead(each.head, false)));
    return new Table(
        "Figures of all variants",
        heads,
        comparison.variants().stream()
            .map(each -> row(each, comparison.variants(), figures))
            .toList());
  }

  private static Row row(Variant variant, List<Variant> variants, List<Figure> figures) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.text(List.of(variant.name()))));
    for (Figure figure : figures) {
      cells.add(variant.isRanked() ? figure.of(variant, variants) : Cell.number(Numbers.ABSENT));
    }
    if (!variant.isRanked()) {
      cells.set(1, objection(variant.status() + ", not ranked"));
    }
    return Row.of(cells);
  }

  /** Why there is no figure. */
  static Cell objection(String why) {
    return new Cell(List.of(why), List.of(), -1, true, true);
  }

  /** Says that variants do not do the same, if the sizes of their responses differ. */
  static Optional<String> responseSizes(Comparison comparison) {
    List<Variant> bySize =
        comparison.variants().stream()
            .filter(each -> bytes(each) > 0)
            .sorted(Comparator.comparingDouble(FigureTables::bytes))
            .toList();
    if (bySize.isEmpty()) {
      return Optional.empty();
    }
    Variant least = bySize.getFirst();
    Variant most = bySize.getLast();
    double apart = bytes(most) - bytes(least);
    return apart > Math.max(BYTES_OF_HEADERS, MOST_BYTES_APART * bytes(least))
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "responses differ in size: %s sends %,.0f bytes, %s %,.0f bytes",
                most.name(),
                bytes(most),
                least.name(),
                bytes(least)))
        : Optional.empty();
  }

  private static double bytes(Variant variant) {
    return variant.figure(RunMetrics.RESPONSE_BYTES).map(MedianInterval::median).orElse(0.0);
  }
}
