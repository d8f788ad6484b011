package io.github.restcomparison.analysis.text;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
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

  /** A ceiling that is far above all bars would make them all short. */
  private static final double NEAR = 1.5;

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
      lines.addAll(wrapped("", comparison.headline()).stream().map(style::warning).toList());
    }
    lines.addAll(rows());
    comparison.findings().forEach(each -> lines.addAll(wrapped("", each)));
    for (Variant each : comparison.variants()) {
      each.notSeen().ifPresent(what -> lines.addAll(wrapped("", each.name() + ", " + what)));
    }
    comparison.variants().stream()
        .filter(each -> !each.isRanked())
        .forEach(
            each ->
                each.objections()
                    .forEach(why -> lines.addAll(wrapped("", each.name() + ", " + why))));
    comparison.unreadable().forEach(each -> lines.addAll(wrapped("", each)));
    comparison.leftOut().forEach(each -> lines.addAll(wrapped("", "left out: " + each)));
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
        IntStream.range(0, metrics.size() + 2).mapToObj(column -> widest(cells, column)).toList();
    int others = widths.stream().mapToInt(width -> width + 2).sum();
    int bar = Math.clamp(style.width() - others, SHORTEST_BAR, LONGEST_BAR);
    BarText bars = new BarText(bar, longest());
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
                Stream.of(shown, cell(RunMetrics.THROUGHPUT, variant)),
                metrics.stream().map(metric -> cell(metric, variant)))
            .toList()
        : List.of(shown);
  }

  private static String cell(RunMetric metric, Variant variant) {
    return variant.figure(metric).isEmpty()
        ? Numbers.ABSENT
        : metric
            .head(Output.CONSOLE)
            .formatted(metric.cell(Output.CONSOLE, variant.figure(metric)));
  }

  private static int widest(List<List<String>> cells, int column) {
    return cells.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }

  /** The longest bar is the greatest throughput, or a ceiling that lies near. */
  private double longest() {
    double most =
        comparison.variants().stream()
            .flatMapToDouble(each -> throughput(each).stream())
            .max()
            .orElse(1);
    return Math.max(
        most,
        comparison.variants().stream()
            .flatMapToDouble(each -> each.ceiling().stream())
            .filter(ceiling -> ceiling <= NEAR * most)
            .max()
            .orElse(most));
  }

  private static OptionalDouble throughput(Variant variant) {
    return variant.figure(RunMetrics.THROUGHPUT).stream()
        .mapToDouble(figure -> figure.median())
        .findFirst();
  }

  private String row(Variant variant, List<String> cells, List<Integer> widths, BarText bars) {
    StringBuilder row = new StringBuilder(left(cells.getFirst(), widths.getFirst()));
    if (!variant.isRanked()) {
      return row.append("  ").append(style.warning(variant.status() + ", not ranked")).toString();
    }
    row.append("  ").append(right(cells.get(1), widths.get(1)));
    String bar = bars.of(throughput(variant).orElse(0), variant.ceiling());
    row.append("  ").append(style.bar(bar));
    for (int i = 2; i < cells.size(); i++) {
      row.append("  ").append(right(cells.get(i), widths.get(i)));
    }
    return row.toString();
  }

  private static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private List<String> wrapped(String indent, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(indent);
    for (String word : printable(text).split(" +")) {
      if (line.length() + word.length() + 1 > style.width() && !line.toString().isBlank()) {
        lines.add(line.toString());
        line = new StringBuilder(indent).append("  ");
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
