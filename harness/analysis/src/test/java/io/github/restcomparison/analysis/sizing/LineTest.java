package io.github.restcomparison.analysis.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.sizing.Line.Point;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LineTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-9);

  /** By hand: means 2 and 4, covariance (2 + 0 + 4) / 3, variance 2 / 3. */
  @Test
  void leastSquares() {
    Line line = Line.through(List.of(new Point(1, 2), new Point(2, 2), new Point(3, 8)));
    assertThat(line.slope()).isCloseTo(3, CLOSE);
    assertThat(line.at(0)).isCloseTo(-2, CLOSE);
    assertThat(line.reaches(10)).hasValueCloseTo(4.0, CLOSE);
  }

  @Test
  void lineThatWouldFallIsLevel() {
    Line line = Line.through(List.of(new Point(1, 8), new Point(3, 2)));
    assertThat(line.at(100)).isCloseTo(5, CLOSE);
    assertThat(line.reaches(10)).isEmpty();
  }

  @Test
  void pointsAtOnePlaceAreLevel() {
    assertThat(Line.through(List.of(new Point(1, 8), new Point(1, 2))).at(7)).isCloseTo(5, CLOSE);
  }
}
