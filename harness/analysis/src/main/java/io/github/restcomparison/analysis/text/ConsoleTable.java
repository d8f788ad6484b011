package io.github.restcomparison.analysis.text;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.Numbers;
import io.github.restcomparison.analysis.model.RunMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The comparison for a terminal, 100 columns wide. */
public final class ConsoleTable {

  private static final int WIDTH = 100;
  private static final int NAME = 20;
  private static final int BAR = 18;
  private static final String ROW = "%-20s %10s %7s  %-18s %7s %7s %8s %7s %7s";

  private ConsoleTable() {}

  /** The table, what bound each variant, and what the pairs allow to be said. */
  public static String render(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.addAll(wrapped("", comparison.status() + ": " + comparison.statement()));
    lines.addAll(wrapped("", comparison.model()));
    lines.add("");
    lines.add(
        row("", "requests/s", "ceiling", "", "p50 ms", "p99 ms", "CPU µs", "RSS MiB", "threads"));
    comparison.variants().forEach(each -> lines.add(row(each)));
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
    for (RunMetric metric : List.of(RunMetric.THROUGHPUT, RunMetric.CPU)) {
      comparison.answers(metric).forEach(answer -> lines.addAll(wrapped("  ", answer)));
    }
    comparison.noise().forEach(each -> lines.addAll(wrapped("  ", each)));
    comparison.unreadable().forEach(each -> lines.addAll(wrapped("  ", each)));
    comparison.leftOut().forEach(each -> lines.addAll(wrapped("  ", "left out: " + each)));
    return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
  }

  private static String row(Variant variant) {
    return variant.throughput().isEmpty()
        ? row(name(variant), "", "", variant.status() + ", not ranked", "", "", "", "", "")
        : row(
            name(variant),
            Numbers.median(variant.throughput(), Numbers::of),
            percent(variant),
            bar(variant),
            Numbers.median(variant.latency(RunMetric.P50), Numbers::of),
            Numbers.median(variant.latency(RunMetric.P99), Numbers::of),
            Numbers.median(variant.cpuMicrosPerRequest(), Numbers::of),
            Numbers.median(variant.rssPeak(), Numbers::mebibytes),
            Numbers.median(variant.threadsPeak(), Numbers::of));
  }

  private static String row(Object... cells) {
    return String.format(Locale.ROOT, ROW, cells);
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
  private static String bar(Variant variant) {
    double share = Math.clamp(variant.percentOfCeiling().orElse(0) / 100, 0, 1);
    int filled = (int) Math.round(share * BAR);
    return "█".repeat(filled) + "░".repeat(BAR - filled);
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
