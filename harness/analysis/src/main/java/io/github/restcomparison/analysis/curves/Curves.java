package io.github.restcomparison.analysis.curves;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What many experiments show together: curves over a setting, tables, and sentences.
 *
 * @param status VALID, or the worst that keeps a reader from trusting all of it
 * @param model the load, in a sentence
 * @param findings the answer, a sentence each
 * @param notices what is in no figure, a sentence each
 */
public record Curves(
    String title,
    Status status,
    String statement,
    String model,
    List<String> findings,
    List<Chart> charts,
    List<Table> tables,
    List<String> notices) {

  /**
   * A drawn section.
   *
   * @param views of which one is shown at a time
   */
  public record Chart(String id, String title, String explained, Axis x, Axis y, List<View> views) {
    /** Whether there is anything to choose. */
    public boolean hasChoice() {
      return views.size() > 1;
    }
  }

  /** A section with one view alone. */
  public static Chart chart(
      String id, String title, String explained, Axis x, Axis y, List<Series> series) {
    return new Chart(id, title, explained, x, y, List.of(new View("all", series)));
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

  /** A point; where it stands for several rounds, with the least and the greatest. */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Point(double x, double y, OptionalDouble low, OptionalDouble high) {
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

  /** A table; its first head is that of the rows' names. */
  public record Table(
      String id, String title, String explained, List<String> heads, List<Row> rows) {

    /** Of things, a row each. */
    public static <T> Table of(
        String id, String title, String explained, List<T> things, List<Column<T>> columns) {
      return new Table(
          id,
          title,
          explained,
          columns.stream().map(Column::head).toList(),
          things.stream()
              .map(thing -> columns.stream().map(each -> each.cell().apply(thing)).toList())
              .map(cells -> new Row(cells.getFirst(), cells.subList(1, cells.size())))
              .toList());
    }
  }

  /** What a table says of each thing under one head. */
  public record Column<T>(String head, Function<T, String> cell) {}

  /** A row. */
  public record Row(String name, List<String> cells) {}

  /** What the page says first, for a terminal: a sentence each. */
  public List<String> lines() {
    return Stream.concat(Stream.of(status + ": " + statement), findings.stream()).toList();
  }

  /** What was measured, by the names of its lines. */
  public List<String> names() {
    return charts.stream()
        .flatMap(chart -> chart.views().stream())
        .flatMap(view -> view.series().stream())
        .filter(series -> !series.bound())
        .map(Series::name)
        .distinct()
        .toList();
  }
}
