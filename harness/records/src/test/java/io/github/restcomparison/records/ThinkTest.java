package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThinkTest {
  @ParameterizedTest
  @ValueSource(strings = {"300ms", "1s", "10m", "exp:1s", "exp:250ms"})
  void thinkTimeIsReadBack(String text) {
    assertThat(Think.of(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "-1s", "11m", "exp:", "exp:11m", "exp 1s", "exp:exp:1s", "1.5s"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> Think.of(text))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("must be between 0ms and 10m, or exp:MEAN, such as exp:1s");
  }

  @Test
  void fixedPauseIsAlwaysTheSame() {
    assertThat(Think.of("300ms").next()).isEqualTo(Duration.ofMillis(300));
  }

  /** The standard error of the mean is 100 ms / 200; five of them. 1 / e exceed the mean. */
  @Test
  void exponentialPauseHasItsMeanAndItsShape() {
    Think think = Think.of("exp:100ms");
    long[] pauses = IntStream.range(0, 40_000).mapToLong(_ -> think.next().toMillis()).toArray();
    assertThat(IntStream.range(0, pauses.length).mapToLong(i -> pauses[i]).average().orElseThrow())
        .isCloseTo(100, within(2.5));
    long longer = IntStream.range(0, pauses.length).filter(i -> pauses[i] > 100).count();
    assertThat(longer / 40_000.0).isCloseTo(Math.exp(-1.005), within(0.013));
  }
}
