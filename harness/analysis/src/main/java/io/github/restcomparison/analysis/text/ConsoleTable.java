package io.github.restcomparison.analysis.text;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The comparison for a terminal: a row for each variant, whose bar is its throughput and whose mark
 * is its ceiling, and what was found. The pages have all else.
 */
public final class ConsoleTable {
  private static final int LONGEST_NAME = 32;
  private static final int SHORTEST_BAR = 8;
  private static final int LONGEST_BAR = 28;

  private final Comparison comparison;
  private final TerminalStyle style;

  private ConsoleTable(Comparison comparison, TerminalStyle style) {
    this.comparison = comparison;
    this.style = style;
  }

  /** Without colours, for a terminal of 100 columns. */
  public static String render(Comparison comparison) {
    return render(comparison, TerminalStyle.PLAIN);
  }

  /** For a terminal. */
  public static String render(Comparison comparison, TerminalStyle style) {
    return new ConsoleTable(comparison, style).text();
  }

  private String text() {
    List<String> lines = new ArrayList<>();
    if (comparison.status() != Status.VALID || comparison.isPreview()) {
      lines.addAll(wrapped(comparison.headline()).stream().map(style::warning).toList());
    }
    lines.addAll(rows());
    comparison.findings().forEach(each -> lines.addAll(wrapped(each)));
    for (Variant each : comparison.variants()) {
      each.notSeen().ifPresent(what -> lines.addAll(wrapped(each.name() + ", " + what)));
    }
    comparison.variants().stream()
        .filter(each -> !each.isRanked())
        .forEach(
            each ->
                each.objections().forEach(why -> lines.addAll(wrapped(each.name() + ", " + why))));
    comparison.unreadable().forEach(each -> lines.addAll(wrapped(each)));
    comparison.leftOut().forEach(each -> lines.addAll(wrapped("left out: " + each)));
    return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
  }

  private List<String> rows() {
    List<RunMetric> metrics =
        comparison.shownIn(Output.CONSOLE).stream()
            .filter(metric -> metric != RunMetrics.THROUGHPUT)
            .toList();
    List<List<String>> cells =
        comparison.variants().stream().map(each -> cells(each, metrics)).toList();
    List<Integer> widths =
        IntStream.range(0, metrics.size() + 2)
            .mapToObj(column -> Columns.widest(cells, column))
            .toList();
    int others = widths.stream().mapToInt(width -> width + 2).sum();
    int bar = Math.clamp(style.width() - others, SHORTEST_BAR, LONGEST_BAR);
    double full =
        comparison.fullBar(
            comparison.variants().stream()
                .flatMapToDouble(each -> each.medianThroughput().stream())
                .max()
                .orElse(1));
    BarText bars = new BarText(bar, full);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      rows.add(row(comparison.variants().get(i), cells.get(i), widths, bars));
    }
    return rows;
  }

  /** Name, throughput, and the other figures; a variant that is not ranked has its name alone. */
  private static List<String> cells(Variant variant, List<RunMetric> metrics) {
    String name = printable(variant.name());
    String shown = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    return variant.isRanked()
        ? Stream.concat(
                Stream.of(shown, variant.atAGlance(RunMetrics.THROUGHPUT)),
                metrics.stream().map(variant::atAGlance))
            .toList()
        : List.of(shown);
  }

  private String row(Variant variant, List<String> cells, List<Integer> widths, BarText bars) {
    StringBuilder row = new StringBuilder(Columns.left(cells.getFirst(), widths.getFirst()));
    if (!variant.isRanked()) {
      return row.append("  ").append(style.warning(variant.status() + ", not ranked")).toString();
    }
    row.append("  ").append(Columns.right(cells.get(1), widths.get(1)));
    String bar = bars.of(variant.medianThroughput().orElse(0), variant.ceiling());
    row.append("  ").append(style.bar(bar));
    for (int i = 2; i < cells.size(); i++) {
      row.append("  ").append(Columns.right(cells.get(i), widths.get(i)));
    }
    return row.toString();
  }

  private List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : printable(text).split(" +")) {
      if (line.length() + word.length() + 1 > style.width() && !line.toString().isBlank()) {
        lines.add(line.toString());
        line = new StringBuilder("  ");
      }
      line.append(line.toString().isBlank() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** A name or reason from a record must not steer the terminal. */
  private static String printable(String text) {
    return text.replaceAll("\\p{C}+", " ").strip();
  }
}
