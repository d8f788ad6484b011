package io.github.restcomparison.analysis.page;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The content of any page: a head with the findings, then sections of text, tables and charts.
 * {@link HtmlPage}, {@link MarkdownPage} and {@link TerminalPage} render it, whatever was measured.
 *
 * @param overview the first screen of a run; empty on other pages
 */
public record Page(Head head, Optional<Overview> overview, List<Section> sections) {

  /** Creates a page without a first screen. */
  public Page(Head head, List<Section> sections) {
    this(head, Optional.empty(), sections);
  }

  /** The status of a page. */
  public enum Status {
    VALID("VALID"),
    INVALID("INVALID"),
    FAILED("FAILED"),
    ABORTED("ABORTED"),
    /** Valid, with too little data for a verdict. */
    PREVIEW("Preview"),
    REGRESSION("Regression"),
    NO_REGRESSION("No regression found"),
    /** Some variant has no verdict, and none has regressed. */
    NOT_JUDGED("Not judged"),
    /** A study of which all loads were measured. */
    MEASURED("Measured"),
    INCOMPLETE("Incomplete");

    private final String words;

    Status(String words) {
      this.words = words;
    }

    /** Returns its name for people. */
    @Override
    public String toString() {
      return words;
    }
  }

  /**
   * The beginning of a page.
   *
   * @param status whether a reader may rely on all of it
   * @param statement why it has this status
   * @param about the load and the host, a sentence each
   * @param findings the results, a sentence each
   */
  public record Head(
      String title, Status status, String statement, List<String> about, List<String> findings) {
    /** Returns whether there are findings. */
    public boolean hasFindings() {
      return !findings.isEmpty();
    }
  }

  /**
   * A section.
   *
   * @param id names it within the page
   * @param isDetail whether Markdown and terminal omit it
   */
  public record Section(String id, String title, List<Block> blocks, boolean isDetail) {
    /** Returns a section of every output. */
    public static Section of(String id, String title, Block... blocks) {
      return new Section(id, title, List.of(blocks), false);
    }

    /** Returns a list of sentences; no section if there are none. */
    public static List<Section> list(String id, String title, List<String> sentences) {
      return sentences.isEmpty() ? List.of() : List.of(of(id, title, Items.of(sentences)));
    }

    /** Returns a table with its explanation, a row for each thing. */
    public static <T> Section table(
        String id, String title, String explained, List<T> things, List<Column<T>> columns) {
      return of(id, title, Text.soft(explained), Table.of(title, things, columns));
    }
  }

  /** A part of a section. */
  public sealed interface Block permits Text, Heading, Items, Table, Fold, Code, Chart, TimeChart {}

  /**
   * A paragraph.
   *
   * @param isSoft whether it is an explanation, and not a result
   */
  public record Text(String text, boolean isSoft) implements Block {
    /** Returns an explanation. */
    public static Text soft(String text) {
      return new Text(text, true);
    }

    /** Returns a result. */
    public static Text of(String text) {
      return new Text(text, false);
    }
  }

  /** A heading within a section; the anchor names it. */
  public record Heading(String anchor, String title) implements Block {}

  /** A list. */
  public record Items(List<Item> items) implements Block {
    /** Returns a list of sentences. */
    public static Items of(List<String> sentences) {
      return new Items(sentences.stream().map(each -> new Item("", each, "", "")).toList());
    }
  }

  /**
   * An item of a list; empty parts are omitted.
   *
   * @param name that it is about
   * @param objection why it cannot be relied on
   * @param remark any other remark
   */
  public record Item(String name, String text, String objection, String remark) {}

  /** A command line to copy. */
  public record Code(String text) implements Block {
    /** Returns its words; a line breaks between them only. */
    public List<String> words() {
      return List.of(text.split(" "));
    }
  }

  /** A collapsed part of a section. */
  public record Fold(String summary, List<Block> blocks) implements Block {}

  /**
   * A table whose first column names the rows.
   *
   * @param label its content, for screen readers
   */
  public record Table(String label, List<TableHead> heads, List<TableRow> rows) implements Block {
    /** Returns a table with a row for each thing. */
    public static <T> Table of(String label, Collection<T> things, List<Column<T>> columns) {
      return new Table(
          label,
          columns.stream()
              .map(each -> new TableHead(each.head, each.isText || each == columns.getFirst()))
              .toList(),
          things.stream()
              .map(
                  thing ->
                      TableRow.of(columns.stream().map(each -> each.cell.apply(thing)).toList()))
              .toList());
    }

    /**
     * Returns a table of one thing, with a row for each column: a table of one row would be wide
     * and low.
     */
    public static <T> Table transposed(String label, T thing, List<Column<T>> columns) {
      List<TableHead> heads =
          Stream.concat(
                  Stream.of(columns.getFirst().head),
                  columns.getFirst().cell.apply(thing).lines().stream())
              .map(each -> new TableHead(each, true))
              .toList();
      return new Table(
          label,
          heads,
          columns.stream()
              .skip(1)
              .map(
                  each ->
                      TableRow.of(
                          List.of(
                              TableCell.text(List.of(each.head)),
                              TableCell.text(each.cell.apply(thing).lines()))))
              .toList());
    }
  }

  /**
   * The head of a column.
   *
   * @param isText whether the column holds text, which is aligned to the left
   */
  public record TableHead(String text, boolean isText) {}

  /**
   * A row.
   *
   * @param differs whether the row is marked: its cells are not all the same
   */
  public record TableRow(List<TableCell> cells, boolean differs) {
    /** Returns a row without a mark. */
    public static TableRow of(List<TableCell> cells) {
      return new TableRow(cells, false);
    }

    /** Returns the first cell, the name of the row. */
    public TableCell first() {
      return cells.getFirst();
    }

    /** Returns the other cells. */
    public List<TableCell> rest() {
      return cells.subList(1, cells.size());
    }
  }

  /**
   * A cell.
   *
   * @param lines one below the other
   * @param links after the lines
   * @param share of the maximum in its column, in percent: the length of the bar behind it; empty
   *     for none
   * @param css its style on the page: {@code left}, {@code left objection}, {@code share}, or empty
   *     for a figure
   */
  public record TableCell(List<String> lines, List<Link> links, Optional<Long> share, String css) {
    /** Returns a cell of figures, one below the other. */
    public static TableCell number(List<String> lines) {
      return new TableCell(lines, List.of(), Optional.empty(), "");
    }

    /** Returns a figure with a bar behind it; without one if the share is NaN. */
    public static TableCell bar(String text, double share) {
      return Double.isNaN(share)
          ? number(List.of(text))
          : new TableCell(List.of(text), List.of(), Optional.of(Math.round(share)), "share");
    }

    /** Returns a text of one line or several. */
    public static TableCell text(List<String> lines) {
      return new TableCell(lines, List.of(), Optional.empty(), "left");
    }

    /** Returns a cell with the reason for a missing figure. */
    public static TableCell objection(String why) {
      return new TableCell(List.of(why), List.of(), Optional.empty(), "left objection");
    }

    /** Returns links to files next to the page. */
    public static TableCell links(List<Link> links) {
      return new TableCell(List.of(), links, Optional.empty(), "left");
    }
  }

  /** A link to a file next to the page. */
  public record Link(String text, String href) {
    /**
     * Returns a link to a path, percent-encoded; empty if a browser could read the path as anything
     * but a relative one, such as {@code javascript:…} or {@code //host/…}.
     */
    public static Optional<Link> of(String text, String path) {
      if (path.isBlank() || path.startsWith("/")) {
        return Optional.empty();
      }
      try {
        // With a colon in its first part this is a scheme, or invalid.
        URI link = new URI(null, null, path, null);
        return link.isAbsolute() || link.getRawAuthority() != null
            ? Optional.empty()
            : Optional.of(new Link(text, link.toASCIIString()));
      } catch (URISyntaxException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * A column of a table.
   *
   * @param cell returns the cell of a thing
   */
  public record Column<T>(String head, boolean isText, Function<T, TableCell> cell) {
    /** Creates a column of figures. */
    public Column(String head, Function<T, String> text) {
      this(head, false, thing -> TableCell.number(List.of(text.apply(thing))));
    }

    /** Returns a column of text. */
    public static <T> Column<T> text(String head, Function<T, String> text) {
      return new Column<>(head, true, thing -> TableCell.text(List.of(text.apply(thing))));
    }
  }

  /**
   * Returns a page of charts and tables.
   *
   * @param notices data that is in no figure, a sentence each
   */
  public static Page of(Head head, List<Chart> charts, List<Section> tables, List<String> notices) {
    List<Section> sections = new ArrayList<>();
    charts.forEach(chart -> sections.add(Section.of(chart.id(), chart.title(), chart)));
    sections.addAll(tables);
    sections.addAll(notices(notices));
    return new Page(head, sections);
  }

  /** Returns the section of data that is in no figure; empty if there is none. */
  public static List<Section> notices(List<String> notices) {
    return Section.list("notices", "Excluded from all figures", notices);
  }

  /** Returns the beginning of the page for a terminal: a sentence each. */
  public List<String> lines() {
    return Stream.concat(Stream.of(head.status + ": " + head.statement), head.findings.stream())
        .toList();
  }

  /** Returns all blocks of a kind, except collapsed ones. */
  public <T extends Block> Stream<T> blocks(Class<T> kind) {
    return sections.stream()
        .flatMap(section -> section.blocks.stream())
        .filter(kind::isInstance)
        .map(kind::cast);
  }
}
