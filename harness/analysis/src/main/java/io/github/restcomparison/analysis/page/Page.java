package io.github.restcomparison.analysis.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a page says, whatever it is about: a head with the answer, then sections of text, tables and
 * charts. {@link HtmlPage}, {@link MarkdownPage} and {@link TerminalPage} render it; none of them
 * knows what was measured.
 */
public record Page(Head head, List<Section> sections) {

  /**
   * What a reader sees first.
   *
   * @param status VALID, or the word that keeps a reader from trusting all of it
   * @param statement why it has this status
   * @param about the load and the host, a sentence each
   * @param findings the answer, a sentence each
   */
  public record Head(
      String title, String status, String statement, List<String> about, List<String> findings) {
    /** Whether there is an answer. */
    public boolean hasFindings() {
      return !findings.isEmpty();
    }
  }

  /**
   * A section.
   *
   * @param id names it within the page
   * @param isDetail whether it is left out of Markdown, which has the answer and not the ledger
   */
  public record Section(String id, String title, List<Block> blocks, boolean isDetail) {
    /** A section of every output. */
    public static Section of(String id, String title, Block... blocks) {
      return new Section(id, title, List.of(blocks), false);
    }

    /** A table with its explanation, a row for each thing. */
    public static <T> Section table(
        String id, String title, String explained, List<T> things, List<Column<T>> columns) {
      return of(id, title, Text.soft(explained), Table.of(title, things, columns));
    }

    /** What a chart shows, with its explanation. */
    public static Section of(Curves curves) {
      return of(curves.id(), curves.title(), curves.chart());
    }
  }

  /** A part of a section. The accessors serve the template: at most one of them is present. */
  public sealed interface Block {
    /** This as a text. */
    default Optional<Text> asText() {
      return as(Text.class);
    }

    /** This as a heading. */
    default Optional<Heading> asHeading() {
      return as(Heading.class);
    }

    /** This as a list. */
    default Optional<Items> asItems() {
      return as(Items.class);
    }

    /** This as a table. */
    default Optional<Table> asTable() {
      return as(Table.class);
    }

    /** This as a chart. */
    default Optional<Chart> asChart() {
      return as(Chart.class);
    }

    /** This as a fold. */
    default Optional<Fold> asFold() {
      return as(Fold.class);
    }

    private <T> Optional<T> as(Class<T> type) {
      return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
    }
  }

  /**
   * A paragraph.
   *
   * @param isSoft whether it explains rather than answers
   */
  public record Text(String text, boolean isSoft) implements Block {
    /** An explanation. */
    public static Text soft(String text) {
      return new Text(text, true);
    }

    /** A part of the answer. */
    public static Text of(String text) {
      return new Text(text, false);
    }
  }

  /** A heading within a section; the anchor names it. */
  public record Heading(String anchor, String title) implements Block {}

  /** A list. */
  public record Items(List<Item> items) implements Block {
    /** A list of sentences. */
    public static Items of(List<String> sentences) {
      return new Items(sentences.stream().map(each -> new Item("", each, "", "")).toList());
    }
  }

  /**
   * An item of a list; empty parts are left out.
   *
   * @param name that it is about
   * @param objection what keeps it from being trusted
   * @param remark what else a reader should know
   */
  public record Item(String name, String text, String objection, String remark) {
    /** Whether it is about something that has a name. */
    public boolean hasName() {
      return !name.isEmpty();
    }

    /** Whether anything keeps it from being trusted. */
    public boolean hasObjection() {
      return !objection.isEmpty();
    }

    /** Whether there is more to know. */
    public boolean hasRemark() {
      return !remark.isEmpty();
    }
  }

  /**
   * A chart, drawn by the page's script.
   *
   * @param id the script draws into the element {@code chart-ID}
   * @param label what it shows, for those who do not see it
   * @param caption explains what is drawn; shown with the chart alone
   * @param choices by which a reader changes what is drawn
   * @param curves what to draw; null if the script has a drawer of its own for this id
   */
  public record Chart(String id, String label, String caption, List<Choice> choices, Curves curves)
      implements Block {
    /** A chart that the script has a drawer for. */
    public static Chart of(String id, String label, String caption) {
      return new Chart(id, label, caption, List.of(), null);
    }

    /** Whether a reader can change what is drawn. */
    public boolean hasChoices() {
      return !choices.isEmpty();
    }

    /** Whether it has several plots, one below the other. */
    public boolean isTall() {
      return id.equals("time");
    }
  }

  /** A list to choose from, which the script fills. */
  public record Choice(String id, String label) {}

  /** What is folded away within a section. */
  public record Fold(String summary, List<Block> blocks) implements Block {}

  /**
   * A table whose first column names the rows.
   *
   * @param label what it holds, for those who do not see it
   */
  public record Table(String label, List<TableHead> heads, List<Row> rows) implements Block {
    /** Of things, a row each. */
    public static <T> Table of(String label, List<T> things, List<Column<T>> columns) {
      return new Table(
          label,
          columns.stream()
              .map(each -> new TableHead(each.head, each.isText || each == columns.getFirst()))
              .toList(),
          things.stream()
              .map(thing -> Row.of(columns.stream().map(each -> each.cell.apply(thing)).toList()))
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
  public record Row(List<Cell> cells, boolean differs) {
    /** A row without a mark. */
    public static Row of(List<Cell> cells) {
      return new Row(cells, false);
    }

    /** What the row is about. */
    public Cell first() {
      return cells.getFirst();
    }

    /** All but the first cell. */
    public List<Cell> rest() {
      return cells.subList(1, cells.size());
    }
  }

  /**
   * A cell.
   *
   * @param lines one below the other
   * @param links after the lines
   * @param share of the greatest in its column, in percent: the length of the bar behind it; -1 for
   *     none
   * @param isText whether it is aligned to the left
   * @param isObjection whether it says why there is no figure
   */
  public record Cell(
      List<String> lines, List<Link> links, long share, boolean isText, boolean isObjection) {
    /** A figure. */
    public static Cell number(String text) {
      return new Cell(List.of(text), List.of(), -1, false, false);
    }

    /** A text of one line or several. */
    public static Cell text(List<String> lines) {
      return new Cell(lines, List.of(), -1, true, false);
    }

    /** How the page writes it. */
    public String css() {
      return isObjection ? "left objection" : isText ? "left" : share >= 0 ? "share" : "";
    }

    /** Whether it is not a plain figure. */
    public boolean hasCss() {
      return !css().isEmpty();
    }

    /** Whether a bar is drawn. */
    public boolean hasBar() {
      return share >= 0;
    }
  }

  /** A link to a file beside the page. */
  public record Link(String text, String href) {}

  /** What a table says of each thing under one head. */
  public record Column<T>(String head, boolean isText, Function<T, Cell> cell) {
    /** A column of figures. */
    public Column(String head, Function<T, String> text) {
      this(head, false, text.andThen(Cell::number));
    }

    /** A column of text. */
    public static <T> Column<T> text(String head, Function<T, String> text) {
      return new Column<>(head, true, thing -> Cell.text(List.of(text.apply(thing))));
    }
  }

  /**
   * Figures over a setting, as lines or points.
   *
   * @param views of which one is drawn at a time
   */
  public record Curves(
      String id,
      @JsonIgnore String title,
      @JsonIgnore String explained,
      Axis x,
      Axis y,
      List<View> views) {
    /** With one view alone. */
    public static Curves of(
        String id, String title, String explained, Axis x, Axis y, List<Series> series) {
      return new Curves(id, title, explained, x, y, List.of(new View("all", series)));
    }

    Chart chart() {
      return new Chart(
          id,
          title + ", drawn; the tables have the numbers",
          explained,
          views.size() > 1 ? List.of(new Choice("view-" + id, "At")) : List.of(),
          this);
    }
  }

  /** What is drawn at one setting of all that is not on an axis. */
  public record View(String name, List<Series> series) {}

  /**
   * An axis.
   *
   * @param log whether equal distances are equal ratios
   */
  public record Axis(String name, String unit, boolean log) {}

  /**
   * One line or cloud of points.
   *
   * @param bound whether it is arithmetic, not measurement
   * @param joined whether its points are joined
   */
  public record Series(String name, boolean bound, boolean joined, List<Point> points) {
    /** What was measured, as a line. */
    public static Series line(String name, List<Point> points) {
      return new Series(name, false, true, points);
    }
  }

  /** A point; of several rounds, with the least and the greatest. */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Point(double x, double y, OptionalDouble low, OptionalDouble high) {
    /** A point of one value. */
    public static Point of(double x, double y) {
      return new Point(x, y, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Of the values of several rounds, one or more. */
    public static Point of(double x, double median, double[] rounds) {
      DoubleSummaryStatistics spread = Arrays.stream(rounds).summaryStatistics();
      return rounds.length < 2
          ? of(x, Numbers.roundSignificant(median))
          : new Point(
              x,
              Numbers.roundSignificant(median),
              OptionalDouble.of(Numbers.roundSignificant(spread.getMin())),
              OptionalDouble.of(Numbers.roundSignificant(spread.getMax())));
    }
  }

  /**
   * A page of curves and tables.
   *
   * @param notices what is in no figure, a sentence each
   */
  public static Page of(
      Head head, List<Curves> charts, List<Section> tables, List<String> notices) {
    List<Section> sections = new ArrayList<>(charts.stream().map(Section::of).toList());
    sections.addAll(tables);
    if (!notices.isEmpty()) {
      sections.add(notices(notices));
    }
    return new Page(head, sections);
  }

  /** The section of what is in no figure. */
  public static Section notices(List<String> notices) {
    return Section.of("notices", "Not in any figure", Items.of(notices));
  }

  /** What the page says first, for a terminal: a sentence each. */
  public List<String> lines() {
    return Stream.concat(Stream.of(head.status + ": " + head.statement), head.findings.stream())
        .toList();
  }

  /** All curves of the page. */
  public List<Curves> curves() {
    return sections.stream()
        .flatMap(section -> section.blocks.stream())
        .flatMap(block -> block.asChart().stream())
        .flatMap(chart -> Stream.ofNullable(chart.curves))
        .toList();
  }
}
