package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BarTextTest {
  private static final BarText BARS = new BarText(10, 1_000);

  /** The faster has the longer bar, whatever its ceiling is. */
  @Test
  void lengthIsTheValue() {
    assertThat(BARS.of(1_000, OptionalDouble.empty())).isEqualTo("██████████");
    assertThat(BARS.of(500, OptionalDouble.empty())).isEqualTo("█████     ");
    assertThat(BARS.of(212, OptionalDouble.empty())).isEqualTo("██▏       ");
    assertThat(BARS.of(0, OptionalDouble.empty())).isEqualTo("          ");
  }

  @Test
  void ceilingIsAMarkBehindTheBar() {
    assertThat(BARS.of(500, OptionalDouble.of(700))).isEqualTo("█████  │  ");
    assertThat(BARS.of(500, OptionalDouble.of(1_000))).isEqualTo("█████    │");
    assertThat(BARS.of(500, OptionalDouble.of(500))).isEqualTo("█████│    ");
    assertThat(BARS.of(1_000, OptionalDouble.of(1_000))).isEqualTo("██████████");
    assertThat(BARS.of(500, OptionalDouble.of(2_000))).isEqualTo("█████     ");
  }
}
