package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.page.Chart.Axis;
import io.github.restcomparison.analysis.page.Chart.Kind;
import io.github.restcomparison.analysis.page.Chart.Mark;
import io.github.restcomparison.analysis.page.Chart.Point;
import io.github.restcomparison.analysis.page.Chart.Series;
import io.github.restcomparison.analysis.page.Chart.View;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartTest {
  private static final Axis LINEAR = new Axis("", "", false);
  private static final Axis LOGARITHMIC = new Axis("", "", true);

  /** Figures from 50 to 1,000. */
  @ParameterizedTest
  @CsvSource({
    "1499, true, true",
    "1501, false, true",
    "9999, false, true",
    "10001, false, false",
    "Infinity, false, false",
    "NaN, false, false",
    "5.1, true, true",
    "4.9, true, false"
  })
  void lineIsDrawnIfFiguresKeepMostOfTheChart(double line, boolean isLinear, boolean isLog) {
    List<Mark> marks = List.of(Mark.line("limit", line));
    assertThat(rows(marks).marks()).isEqualTo(isLinear ? marks : List.of());
    assertThat(curve(marks).marks()).isEqualTo(isLog ? marks : List.of());
  }

  /** A verdict rests on the band: it is drawn wherever it is. */
  @ParameterizedTest
  @CsvSource({"0.95, 1.05", "20000, 30000"})
  void bandIsAlwaysDrawn(double from, double to) {
    List<Mark> marks = List.of(new Mark("margin", from, to));
    assertThat(rows(marks).marks()).isEqualTo(marks);
    assertThat(curve(marks).marks()).isEqualTo(marks);
  }

  private static Chart rows(List<Mark> marks) {
    return Chart.ofRows(
        "id",
        "",
        "",
        LINEAR,
        List.of("a", "b"),
        marks,
        List.of(new Series("", Kind.BAR, List.of(Point.of(1_000, 0), Point.of(50, 1)))));
  }

  private static Chart curve(List<Mark> marks) {
    List<Point> points = List.of(Point.of(2, 50), Point.of(100, 1_000));
    return new Chart(
        "id",
        "",
        "",
        LOGARITHMIC,
        LOGARITHMIC,
        List.of(),
        marks,
        List.of(new View("", List.of(new Series("a", Kind.LINE, points)))));
  }
}
