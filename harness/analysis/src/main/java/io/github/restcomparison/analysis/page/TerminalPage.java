package io.github.restcomparison.analysis.page;

import io.github.restcomparison.analysis.page.Page.Cell;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableHead;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A page for a terminal: of a run the bars of its first screen and what was found, of others the
 * answer and, if asked, the tables. The pages have all else.
 */
public final class TerminalPage {
  private static final int LONGEST_NAME = 32;
  private static final int SHORTEST_BAR = 8;
  private static final int LONGEST_BAR = 28;
  private static final double FULL = 100;

  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  private TerminalPage(TerminalStyle style) {
    this.style = style;
  }

  /** The first screen of a run. */
  public static String render(Page page, Overview overview, TerminalStyle style) {
    TerminalPage text = new TerminalPage(style);
    if (!page.head().status().equals("VALID")) {
      text.addHeadline(page);
    }
    text.addRows(overview.rows());
    page.head().findings().forEach(text::addWrapped);
    overview.remarks().forEach(text::addWrapped);
    return text.text();
  }

  /** The answer of any page with all its tables, but for what is folded away. */
  public static String render(Page page, TerminalStyle style) {
    TerminalPage text = new TerminalPage(style);
    text.addWrapped(page.head().title());
    text.addHeadline(page);
    page.head().findings().forEach(each -> text.addWrapped("  " + each));
    page.sections().stream()
        .filter(section -> !section.isDetail())
        .flatMap(section -> section.blocks().stream())
        .flatMap(block -> block.asTable().stream())
        .forEach(text::addTable);
    return text.text();
  }

  private String text() {
    return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
  }

  private void addHeadline(Page page) {
    wrapped(page.head().status() + ": " + page.head().statement()).stream()
        .map(style::warning)
        .forEach(lines::add);
  }

  private void addRows(List<Overview.Row> rows) {
    List<List<String>> cells = rows.stream().map(TerminalPage::cells).toList();
    int columns = cells.stream().mapToInt(List::size).max().orElse(0);
    List<Integer> widths = IntStream.range(0, columns).mapToObj(i -> widest(cells, i)).toList();
    int others = widths.stream().mapToInt(width -> width + 2).sum();
    BarText bars = new BarText(Math.clamp(style.width() - others, SHORTEST_BAR, LONGEST_BAR), FULL);
    for (int i = 0; i < rows.size(); i++) {
      lines.add(row(rows.get(i), cells.get(i), widths, bars));
    }
  }

  /** Name, throughput, and the other figures; a variant without figures has its name alone. */
  private static List<String> cells(Overview.Row row) {
    String name = printable(row.name());
    String shown = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    return row.unranked().isPresent()
        ? List.of(shown)
        : Stream.concat(Stream.of(shown), row.figures().stream()).toList();
  }

  private String row(Overview.Row row, List<String> cells, List<Integer> widths, BarText bars) {
    StringBuilder line = new StringBuilder(left(cells.getFirst(), widths.getFirst()));
    if (row.unranked().isPresent()) {
      String status = row.unranked().get().replaceFirst(":.*", "");
      return line.append("  ").append(style.warning(status)).toString();
    }
    line.append("  ").append(right(cells.get(1), widths.get(1)));
    line.append("  ").append(style.bar(bars.of(row.end(), row.ceiling())));
    for (int i = 2; i < cells.size(); i++) {
      line.append("  ").append(right(cells.get(i), widths.get(i)));
    }
    return line.toString();
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
              .mapToObj(i -> aligned(row.get(i), widest(rows, i), table.heads().get(i).isText()))
              .collect(Collectors.joining("  ")));
    }
  }

  private static String text(Cell cell) {
    return printable(String.join("; ", cell.lines()));
  }

  private static String aligned(String text, int width, boolean isText) {
    return isText ? left(text, width) : right(text, width);
  }

  private static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  /** Characters of the widest cell of a column; rows that do not reach so far have none. */
  private static int widest(List<List<String>> rows, int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }

  private void addWrapped(String text) {
    lines.addAll(wrapped(text));
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

  /** A name or reason from a record must not steer the terminal. */
  private static String printable(String text) {
    return text.replaceAll("\\p{C}+", " ").strip();
  }
}
