package io.github.restcomparison.compare.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GridTest {
  @Test
  void rangesAreWrittenOut() {
    assertThat(Grid.parts("16..128x2,virtual, 16"))
        .containsExactly("16", "32", "64", "128", "virtual");
    assertThat(Grid.parts("10..5000x10")).containsExactly("10", "100", "1000");
    assertThat(Grid.parts("100ms,1s")).containsExactly("100ms", "1s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10..5x2", "1..9x1", "0..9x2"})
  void rangeThatDoesNotGrowIsRefused(String range) {
    assertThatThrownBy(() -> Grid.parts(range)).hasMessage("'" + range + "' does not grow");
  }
}
