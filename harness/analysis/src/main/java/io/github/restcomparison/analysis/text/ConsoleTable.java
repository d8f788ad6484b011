package io.github.restcomparison.analysis.text;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.Ranking;
import io.github.restcomparison.analysis.model.RunMetric;
import io.github.restcomparison.analysis.model.RunMetric.Output;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The comparison for a terminal, 100 columns wide. */
public final class ConsoleTable {

  private static final int WIDTH = 100;
  private static final int NAME = 20;
  private static final int LEAST_CELL = 7;
  private static final int LONGEST_BAR = 18;

  private ConsoleTable() {}

  /** The table, what bound each variant, and what the pairs allow to be said. */
  public static String render(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.addAll(wrapped("", comparison.status() + ": " + comparison.statement()));
    lines.addAll(wrapped("", comparison.model()));
    for (Ranking ranking : comparison.ranking()) {
      lines.add("");
      lines.add(ranking.title() + ":");
      ranking.sentences().forEach(each -> lines.addAll(wrapped("  ", each)));
    }
    lines.add("");
    List<RunMetric> metrics = comparison.shownIn(Output.CONSOLE);
    List<String> heads = metrics.stream().map(metric -> metric.head(Output.CONSOLE)).toList();
    List<String> widths =
        heads.stream().map(head -> " %" + Math.max(LEAST_CELL, head.length()) + "s").toList();
    String figures = String.join("", widths.subList(1, widths.size()));
    String format = "%-" + NAME + "s" + widths.getFirst() + " %" + LEAST_CELL + "s  ";
    // What the other columns leave of the terminal is the bar's.
    int left = WIDTH - row(format + "%s" + figures, "", heads, "", "").length();
    int bar = Math.clamp(left, 1, LONGEST_BAR);
    format += "%-" + bar + "s" + figures;
    lines.add(row(format, "", heads, "ceiling", ""));
    for (Variant each : comparison.variants()) {
      lines.add(row(each, metrics, format, bar));
    }
    lines.add("");
    comparison
        .variants()
        .forEach(
            each ->
                each.boundBy()
                    .ifPresent(bound -> lines.addAll(wrapped("  ", each.name() + ", " + bound))));
    for (Variant each : comparison.variants()) {
      each.objections().forEach(why -> lines.addAll(wrapped("  ", each.name() + ", " + why)));
    }
    for (Variant each : comparison.variants()) {
      each.notSeen().ifPresent(what -> lines.addAll(wrapped("  ", each.name() + ", " + what)));
    }
    addPairs(lines, comparison);
    comparison.ending().ifPresent(each -> lines.addAll(wrapped("  ", each)));
    comparison.noise().forEach(each -> lines.addAll(wrapped("  ", each)));
    comparison.unreadable().forEach(each -> lines.addAll(wrapped("  ", each)));
    comparison.leftOut().forEach(each -> lines.addAll(wrapped("  ", "left out: " + each)));
    return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
  }

  private static void addPairs(List<String> lines, Comparison comparison) {
    List<PairRow> pairs = PairRow.all(comparison);
    if (pairs.isEmpty()) {
      return;
    }
    int longest =
        pairs.stream()
            .flatMap(pair -> Stream.of(pair.a(), pair.b()))
            .mapToInt(name -> name(name).length())
            .max()
            .getAsInt();
    String format = "%-" + longest + "s %-" + longest + "s %6s %16s %7s  ";
    lines.add("");
    String metric = "";
    for (PairRow pair : pairs) {
      if (!pair.metric().equals(metric)) {
        metric = pair.metric();
        lines.add(format.formatted("a", "b", "a / b", "interval", "decided") + metric);
      }
      String row =
          format.formatted(
              name(pair.a()), name(pair.b()), pair.ratio(), pair.interval(), pair.decided());
      String verdict = printable(pair.verdictOfAAndB());
      lines.addAll(
          row.length() + verdict.length() <= WIDTH
              ? List.of(row + verdict)
              : List.of(row, "    " + verdict.substring(0, Math.min(verdict.length(), WIDTH - 4))));
    }
    lines.add("");
  }

  private static String row(Variant variant, List<RunMetric> metrics, String format, int bar) {
    return variant.isRanked()
        ? row(
            format,
            name(variant.name()),
            metrics.stream()
                .map(metric -> metric.cell(Output.CONSOLE, variant.figure(metric)))
                .toList(),
            percent(variant),
            bar(variant, bar))
        : row(
            format,
            name(variant.name()),
            metrics.stream().map(metric -> "").toList(),
            "",
            variant.status() + ", not ranked");
  }

  /** Ceiling and bar stand beside the first figure, which is the throughput. */
  private static String row(
      String format, String name, List<String> figures, String ceiling, String bar) {
    List<String> cells = new ArrayList<>(figures);
    cells.addFirst(name);
    cells.addAll(2, List.of(ceiling, bar));
    return format.formatted(cells.toArray());
  }

  private static String name(String any) {
    String name = printable(any);
    return name.length() <= NAME ? name : name.substring(0, NAME - 1) + "…";
  }

  private static String percent(Variant variant) {
    return variant.percentOfCeiling().isPresent()
        ? Numbers.of(variant.percentOfCeiling()) + " %"
        : Numbers.ABSENT;
  }

  /** How much of the variant's own ceiling was reached. */
  private static String bar(Variant variant, int width) {
    double share = Math.clamp(variant.percentOfCeiling().orElse(0) / 100, 0, 1);
    int filled = (int) Math.round(share * width);
    return "█".repeat(filled) + "░".repeat(width - filled);
  }

  private static List<String> wrapped(String indent, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(indent);
    for (String word : printable(text).split(" +")) {
      if (line.length() + word.length() + 1 > WIDTH && !line.toString().isBlank()) {
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
