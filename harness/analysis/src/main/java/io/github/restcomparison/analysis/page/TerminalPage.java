package io.github.restcomparison.analysis.page;

import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableCell;
import io.github.restcomparison.analysis.page.Page.TableHead;
import io.github.restcomparison.records.settings.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A page for a terminal: of a run the bars of its first screen and the findings, of others the
 * findings and the tables. The HTML page has the rest.
 */
public final class TerminalPage {
  private static final int LONGEST_NAME = 32;
  private static final int SHORTEST_BAR = 8;
  private static final int LONGEST_BAR = 28;

  /**
   * The maximum of lines in addition to the bars, 13 in all for three variants; more remarks are on
   * the page.
   */
  private static final int LINES_BESIDE_BARS = 10;

  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final char MARK = '│';

  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  private TerminalPage(TerminalStyle style) {
    this.style = style;
  }

  /** Returns the text of a page. */
  public static String render(Page page, TerminalStyle style) {
    TerminalPage text = new TerminalPage(style);
    Page.Head head = page.head();
    if (page.overview().isEmpty()) {
      text.lines.addAll(text.wrapped(head.title()));
    }
    if (page.overview().isEmpty() || head.status() != Page.Status.VALID) {
      text.wrapped(head.status() + ": " + head.statement()).stream()
          .map(style::warning)
          .forEach(text.lines::add);
    }
    page.overview().ifPresent(overview -> text.addRows(overview.rows()));
    head.findings().forEach(each -> text.lines.addAll(text.wrapped(each)));
    if (page.overview().isPresent()) {
      text.addRemarks(page.overview().get());
    } else {
      page.sections().stream()
          .filter(section -> !section.isDetail())
          .flatMap(section -> section.blocks().stream())
          .filter(Table.class::isInstance)
          .forEach(table -> text.addTable((Table) table));
    }
    return text.lines.stream()
        .map(String::stripTrailing)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private void addRemarks(Overview overview) {
    int most = overview.rows().size() + LINES_BESIDE_BARS;
    List<String> remarks =
        Stream.of(overview.warnings(), overview.remarks()).flatMap(List::stream).toList();
    for (int i = 0; i < remarks.size(); i++) {
      List<String> remark = wrapped(remarks.get(i));
      boolean isLast = i == remarks.size() - 1;
      if (lines.size() + remark.size() + (isLast ? 0 : 1) > most) {
        lines.add("… and %s on the page".formatted(Count.of(remarks.size() - i, "more remark")));
        return;
      }
      lines.addAll(remark);
    }
  }

  /** Adds name, throughput with its bar, and the other figures; or the name and the status. */
  private void addRows(List<Overview.Bar> rows) {
    List<List<String>> cells =
        rows.stream()
            .map(
                row ->
                    row.unranked().isPresent()
                        ? List.of(name(row))
                        : Stream.concat(Stream.of(name(row)), figures(row)).toList())
            .toList();
    int columns = cells.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = IntStream.range(0, columns).map(i -> widest(cells, i) + 2).toArray();
    int bar = Math.clamp(style.width() - IntStream.of(widths).sum(), SHORTEST_BAR, LONGEST_BAR);
    for (int i = 0; i < rows.size(); i++) {
      Overview.Bar row = rows.get(i);
      StringBuilder line = new StringBuilder(left(cells.get(i).getFirst(), widths[0] - 2));
      if (row.unranked().isPresent()) {
        line.append("  ").append(style.warning(row.unranked().get().replaceFirst(":.*", "")));
      }
      for (int j = 1; j < cells.get(i).size(); j++) {
        line.append(right(cells.get(i).get(j), widths[j]));
        line.append(j == 1 ? "  " + style.bar(bar(bar, row.end(), row.ceiling())) : "");
      }
      lines.add(line.toString());
    }
  }

  private static Stream<String> figures(Overview.Bar row) {
    return row.figures().stream().flatMap(each -> each.glance().stream());
  }

  private static String name(Overview.Bar row) {
    String name = printable(row.name());
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
  }

  /**
   * Returns a bar of block characters, to an eighth of one.
   *
   * @param width in characters
   * @param percent of the width
   * @param mark position of a thin line behind the bar, in percent; NaN for none
   */
  static String bar(int width, double percent, double mark) {
    int eighths = (int) Math.round(8 * width * Math.clamp(percent / 100, 0, 1));
    StringBuilder bar = new StringBuilder("█".repeat(eighths / 8));
    if (eighths % 8 > 0) {
      bar.append(EIGHTHS.charAt(eighths % 8));
    }
    int drawn = bar.length();
    bar.repeat(' ', width - drawn);
    int at = Math.min(width - 1, (int) (width * mark / 100));
    if (mark <= 100 && at >= drawn) {
      bar.setCharAt(at, MARK);
    }
    return bar.toString();
  }

  private void addTable(Table table) {
    List<List<String>> rows =
        Stream.concat(
                Stream.of(table.heads().stream().map(TableHead::text).toList()),
                table.rows().stream()
                    .map(row -> row.cells().stream().map(TerminalPage::text).toList()))
            .toList();
    lines.add("");
    for (List<String> row : rows) {
      lines.add(
          IntStream.range(0, row.size())
              .mapToObj(
                  i ->
                      table.heads().get(i).isText()
                          ? left(row.get(i), widest(rows, i))
                          : right(row.get(i), widest(rows, i)))
              .collect(Collectors.joining("  ")));
    }
  }

  private static String text(TableCell cell) {
    return printable(String.join("; ", cell.lines()));
  }

  private static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  /** Returns the length of the widest cell of a column, of the rows that have it. */
  private static int widest(List<List<String>> rows, int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }

  private List<String> wrapped(String text) {
    List<String> wrapped = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : printable(text).split(" +")) {
      if (line.length() + word.length() + 1 > style.width() && !line.toString().isBlank()) {
        wrapped.add(line.toString());
        line = new StringBuilder("  ");
      }
      line.append(line.toString().isBlank() ? "" : " ").append(word);
    }
    wrapped.add(line.toString());
    return wrapped;
  }

  /** Returns a name or reason of a record without control characters for the terminal. */
  private static String printable(String text) {
    return text.replaceAll("\\p{C}+", " ").strip();
  }
}
