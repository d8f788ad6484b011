package io.github.restcomparison.analysis.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.Arrays;
import java.util.List;

/**
 * A chart; the page's script has one drawer for all of them. Of a chart with rows, y is the number
 * of the row, from 0.
 *
 * @param id the script draws into the element {@code chart-ID}
 * @param caption explains the chart; shown with it only
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
   * The maximum of a line, as a multiple of the largest figure: a farther one would make all bars
   * short.
   */
  private static final double FARTHEST = 1.5;

  /** The maximum ratio of a line to any figure on a logarithmic axis. */
  private static final double FARTHEST_RATIO = 10;

  /** Excludes lines that are so far away that the figures would fill little of the chart. */
  public Chart {
    boolean isOfRows = !rows.isEmpty();
    double[] figures =
        views.stream()
            .flatMap(view -> view.series.stream())
            .flatMap(each -> each.points.stream())
            .mapToDouble(point -> isOfRows ? point.x : point.y)
            .toArray();
    boolean isLog = (isOfRows ? x : y).log;
    marks =
        marks.stream().filter(mark -> mark.isBand() || mark.isNearFigures(figures, isLog)).toList();
  }

  /** Returns whether a line is near enough to the maximum figure to be drawn with it. */
  public static boolean isNear(double line, double max) {
    return line <= FARTHEST * max;
  }

  /** Creates a chart whose y is a figure, without marks. */
  public Chart(String id, String title, String caption, Axis x, Axis y, List<View> views) {
    this(id, title, caption, x, y, List.of(), List.of(), views);
  }

  /** Returns a chart with one view only. */
  public static Chart of(
      String id, String title, String caption, Axis x, Axis y, List<Series> series) {
    return new Chart(id, title, caption, x, y, List.of(new View("all", series)));
  }

  /** Returns a chart with rows and one view. */
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

  /** Returns its description for screen readers. */
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

  /** Returns whether a reader can choose the drawn view. */
  public boolean hasChoice() {
    return views.size() > 1;
  }

  /** The series at one setting of all values that are not on an axis. */
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

  /** The style of points. */
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
    /** The same, dashed: the pair is undecided. */
    OPEN_INTERVAL
  }

  /** Points of one name. */
  public record Series(String name, Kind kind, List<Point> points) {
    /** Returns whether the series was measured. */
    @JsonIgnore
    public boolean isMeasured() {
      return kind == Kind.LINE || kind == Kind.POINTS;
    }
  }

  /**
   * A point; {@code low} and {@code high} are the ends of its interval, or the minimum and the
   * maximum of its rounds; NaN for none.
   */
  public record Point(double x, double y, double low, double high) {
    /** Returns a point of one value. */
    public static Point of(double x, double y) {
      return new Point(x, y, Double.NaN, Double.NaN);
    }

    /** Returns a point of the values of several rounds, one or more. */
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

    /** Returns two numbers, or four, for the script. */
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

    private boolean isNearFigures(double[] figures, boolean isLog) {
      double max = Arrays.stream(figures).max().orElse(Double.NaN);
      double min = Arrays.stream(figures).min().orElse(Double.NaN);
      return isLog
          ? from <= FARTHEST_RATIO * max && from >= min / FARTHEST_RATIO
          : Chart.isNear(from, max);
    }

    /** Returns a line. */
    public static Mark line(String name, double at) {
      return new Mark(name, at, at);
    }
  }
}
