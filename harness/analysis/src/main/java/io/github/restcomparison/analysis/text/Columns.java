package io.github.restcomparison.analysis.text;

import java.util.List;

/** Columns of text in a terminal. */
public final class Columns {
  private Columns() {}

  /** Characters of the widest cell of a column; rows that do not reach so far have none. */
  public static int widest(List<List<String>> rows, int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }

  /** A text that begins where its column does. */
  public static String left(String text, int width) {
    return text + space(text, width);
  }

  /** A number that ends where its column does. */
  public static String right(String text, int width) {
    return space(text, width) + text;
  }

  private static String space(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length()));
  }
}
