package io.github.restcomparison.analysis.text;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table in Markdown. */
public final class MarkdownTable {
  private MarkdownTable() {}

  /**
   * Writes a table.
   *
   * @param left the heads of the columns of text; all others hold numbers, aligned to the right
   * @param rows as many cells as there are heads, escaped by {@link MarkdownPage#text}
   */
  public static String of(List<String> heads, Set<String> left, Stream<List<String>> rows) {
    List<String> rule = heads.stream().map(head -> left.contains(head) ? "---" : "---:").toList();
    return Stream.concat(Stream.of(heads, rule), rows)
        .map(cells -> "| " + String.join(" | ", cells) + " |")
        .collect(Collectors.joining("\n"));
  }
}
