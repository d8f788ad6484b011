package io.github.restcomparison.analysis.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.Arrays;
import java.util.List;

/**
 * What a chart shows; the page's script has one drawer for all of them. Of a chart with rows, y is
 * the number of the row, from 0.
 *
 * @param id the script draws into the element {@code chart-ID}
 * @param caption explains what is drawn; shown with the chart only
 * @param rows the names of the rows, from the top; empty if y is a figure
 * @param marks lines and bands across the chart
 * @param views of which one is drawn at a time
 */
public record Chart(
    String id,
    @JsonIgnore String title,
    @JsonIgnore String caption,
    Axis x,
    Axis y,
    List<String> rows,
    List<Mark> marks,
    List<View> views)
    implements Page.Block {

  /**
   * A line farther away than this, as a share of the greatest figure, would make all bars short.
   */
  private static final double FARTHEST = 1.5;

  /** The same on a logarithmic axis: a line by more than this above or below all figures. */
  private static final double FARTHEST_RATIO = 10;

  /**
   * Leaves out lines that are so far away that what was measured would fill little of the chart.
   */
  public Chart {
    boolean isOfRows = !rows.isEmpty();
    double[] figures =
        views.stream()
            .flatMap(view -> view.series.stream())
            .flatMap(each -> each.points.stream())
            .mapToDouble(point -> isOfRows ? point.x : point.y)
            .toArray();
    boolean isLog = (isOfRows ? x : y).log;
    marks = marks.stream().filter(mark -> mark.isBand() || mark.isNear(figures, isLog)).toList();
  }

  /** Returns whether a line is near enough to the greatest figure to be drawn beside it. */
  public static boolean isNear(double line, double greatest) {
    return line <= FARTHEST * greatest;
  }

  /** One whose y is a figure, without marks. */
  public Chart(String id, String title, String caption, Axis x, Axis y, List<View> views) {
    this(id, title, caption, x, y, List.of(), List.of(), views);
  }

  /** The same with one view only. */
  public static Chart of(
      String id, String title, String caption, Axis x, Axis y, List<Series> series) {
    return new Chart(id, title, caption, x, y, List.of(new View("all", series)));
  }

  /** One with rows and one view. */
  public static Chart ofRows(
      String id,
      String title,
      String caption,
      Axis x,
      List<String> rows,
      List<Mark> marks,
      List<Series> series) {
    return new Chart(
        id, title, caption, x, new Axis("", "", false), rows, marks, List.of(new View("", series)));
  }

  /** What it shows, for screen readers. */
  @JsonIgnore
  public String label() {
    return title + ", drawn; the tables have the numbers";
  }

  /** Returns whether there is anything to draw. */
  public boolean hasPoints() {
    return views.stream()
        .flatMap(view -> view.series.stream())
        .anyMatch(series -> !series.points.isEmpty());
  }

  /** Whether a reader can choose what is drawn. */
  public boolean hasChoice() {
    return views.size() > 1;
  }

  /** What is drawn at one setting of all that is not on an axis. */
  public record View(String name, List<Series> series) {}

  /**
   * An axis.
   *
   * @param unit of its values; {@code percentile} for {@link #percentile}
   * @param log whether equal distances are equal ratios
   */
  public record Axis(String name, String unit, boolean log) {
    /** Returns the position of a percentile: 50 % at 2, 90 % at 10, 99 % at 100. */
    public static double percentile(double percent) {
      return Numbers.roundSignificant(100 / (100 - percent));
    }
  }

  /** How points are drawn. */
  public enum Kind {
    /** Joined points. */
    LINE,
    POINTS,
    /** A dashed line, which is arithmetic and not measurement. */
    BOUND,
    /** A bar for each row, with the interval as a whisker. */
    BAR,
    /** A piece of each row's bar, whose pieces add up to 100 %. */
    PIECE,
    /** An interval below the name of the row. */
    INTERVAL,
    /** The same, dashed: it decides nothing. */
    OPEN_INTERVAL
  }

  /** Points of one name. */
  public record Series(String name, Kind kind, List<Point> points) {
    /** Whether the name is that of something measured. */
    @JsonIgnore
    public boolean isMeasured() {
      return kind == Kind.LINE || kind == Kind.POINTS;
    }
  }

  /**
   * A point; {@code low} and {@code high} are the ends of its interval, or the least and the
   * greatest of its rounds; NaN for none.
   */
  public record Point(double x, double y, double low, double high) {
    /** A point of one value. */
    public static Point of(double x, double y) {
      return new Point(x, y, Double.NaN, Double.NaN);
    }

    /** Of the values of several rounds, one or more. */
    public static Point of(double x, double median, double[] rounds) {
      double y = Numbers.roundSignificant(median);
      return rounds.length < 2
          ? of(x, y)
          : new Point(
              x,
              y,
              Numbers.roundSignificant(Arrays.stream(rounds).min().getAsDouble()),
              Numbers.roundSignificant(Arrays.stream(rounds).max().getAsDouble()));
    }

    /** As the script takes it: two numbers, or four. */
    @JsonValue
    double[] numbers() {
      return Double.isNaN(low) ? new double[] {x, y} : new double[] {x, y, low, high};
    }
  }

  /** A line across the chart at a value of its measured axis, or a band between two. */
  public record Mark(String name, double from, double to) {
    private boolean isBand() {
      return from < to;
    }

    private boolean isNear(double[] figures, boolean isLog) {
      double greatest = Arrays.stream(figures).max().orElse(Double.NaN);
      double least = Arrays.stream(figures).min().orElse(Double.NaN);
      return isLog
          ? from <= FARTHEST_RATIO * greatest && from >= least / FARTHEST_RATIO
          : Chart.isNear(from, greatest);
    }

    /** A line. */
    public static Mark line(String name, double at) {
      return new Mark(name, at, at);
    }
  }
}
