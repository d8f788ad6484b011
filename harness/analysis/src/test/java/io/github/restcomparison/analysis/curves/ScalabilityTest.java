package io.github.restcomparison.analysis.curves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.analysis.curves.Scalability.At;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Held to {@code scipy.optimize.curve_fit} 1.10 on the same points. */
class ScalabilityTest {
  private static final List<At> POINTS =
      List.of(
          new At(1, 98),
          new At(2, 190),
          new At(4, 360),
          new At(8, 640),
          new At(16, 1_010),
          new At(32, 1_240),
          new At(64, 1_080));

  @Test
  void fitIsThatOfScipy() {
    Scalability law = Scalability.fit(POINTS).orElseThrow();
    Percentage close = Percentage.withPercentage(0.01);
    assertThat(law.perUser()).isCloseTo(95.9675153, close);
    assertThat(law.contention()).isCloseTo(0.0212508915, close);
    assertThat(law.coherency()).isCloseTo(0.000829028429, close);
    assertThat(law.peakUsers().orElseThrow()).isCloseTo(34.3598, within(0.01));
    assertThat(law.throughput(16)).isCloseTo(1_011.6951, within(0.1));
  }

  @Test
  void fewLoadsAreNotFitted() {
    assertThat(Scalability.fit(POINTS.subList(0, 5))).isEmpty();
  }

  /** Each user adds as much as the first: nothing bends, and there is no peak to speak of. */
  @Test
  void straightLineBendsNowhere() {
    List<At> line = POINTS.stream().map(at -> new At(at.users(), 100 * at.users())).toList();
    Scalability law = Scalability.fit(line).orElseThrow();
    assertThat(law.perUser()).isCloseTo(100, within(1e-6));
    assertThat(law.contention()).isCloseTo(0, within(1e-6));
    assertThat(law.coherency()).isCloseTo(0, within(1e-6));
  }
}
