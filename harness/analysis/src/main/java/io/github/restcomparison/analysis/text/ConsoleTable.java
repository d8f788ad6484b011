package io.github.restcomparison.analysis.text;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.RunMetric;
import io.github.restcomparison.analysis.model.RunMetric.Output;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
    lines.add("");
    List<RunMetric> metrics = comparison.shownIn(Output.CONSOLE);
    List<String> heads = metrics.stream().map(metric -> metric.head(Output.CONSOLE)).toList();
    lines.add(row(heads, "", heads, "ceiling", ""));
    comparison.variants().forEach(each -> lines.add(row(heads, each, metrics)));
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
    for (TestedMetric metric : TestedMetric.values()) {
      comparison.answers(metric).forEach(answer -> lines.addAll(wrapped("  ", answer)));
    }
    comparison.noise().forEach(each -> lines.addAll(wrapped("  ", each)));
    comparison.unreadable().forEach(each -> lines.addAll(wrapped("  ", each)));
    comparison.leftOut().forEach(each -> lines.addAll(wrapped("  ", "left out: " + each)));
    return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
  }

  private static String row(List<String> heads, Variant variant, List<RunMetric> metrics) {
    return variant.isRanked()
        ? row(
            heads,
            name(variant),
            metrics.stream()
                .map(metric -> metric.cell(Output.CONSOLE, variant.figure(metric)))
                .toList(),
            percent(variant),
            bar(variant, barWidth(heads)))
        : row(
            heads,
            name(variant),
            heads.stream().map(head -> "").toList(),
            "",
            variant.status() + ", not ranked");
  }

  /** The first figure is the one that the ceiling and the bar are of. */
  private static String row(
      List<String> heads, String name, List<String> cells, String ceiling, String bar) {
    StringBuilder row = new StringBuilder(left(name, NAME));
    for (int i = 0; i < cells.size(); i++) {
      row.append(' ').append(right(cells.get(i), width(heads.get(i))));
      if (i == 0) {
        row.append(' ').append(right(ceiling, LEAST_CELL));
        row.append("  ").append(left(bar, barWidth(heads)));
      }
    }
    return row.toString();
  }

  private static int width(String head) {
    return Math.max(LEAST_CELL, head.length());
  }

  /** What the other columns leave of the terminal. */
  private static int barWidth(List<String> heads) {
    int cells = heads.stream().mapToInt(head -> 1 + width(head)).sum();
    return Math.clamp(WIDTH - NAME - cells - (1 + LEAST_CELL) - 2, 1, LONGEST_BAR);
  }

  private static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String name(Variant variant) {
    String name = printable(variant.name());
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
