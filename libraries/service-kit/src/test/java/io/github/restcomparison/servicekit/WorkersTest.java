package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {

  @Test
  void twoHundredThreadsWhereNothingIsSaid() {
    assertThat(Workers.of(Settings.of(Map.of()))).isEqualTo(new Workers.Platform(200));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20_000})
  void aNumberOfThreads(int threads) {
    assertThat(workers(Integer.toString(threads))).isEqualTo(new Workers.Platform(threads));
  }

  @Test
  void aVirtualThreadForEachRequest() {
    assertThat(workers("virtual")).isEqualTo(new Workers.Virtual());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "20001", "-1", "many", "Virtual"})
  void nothingElse(String value) {
    assertThatThrownBy(() -> workers(value))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "WORKERS (-Dworkers) is '%s': it may be a whole number from 1 to 20000, or virtual",
            value);
  }

  private static Workers workers(String value) {
    return Workers.of(Settings.of(Map.of("WORKERS", value)));
  }
}
