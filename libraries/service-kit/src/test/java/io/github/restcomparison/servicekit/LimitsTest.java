package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {

  @Test
  void areSaneWhereNothingIsSaid() {
    assertThat(Limits.of(Settings.of(Map.of())))
        .isEqualTo(
            new Limits(
                8_192,
                65_536,
                16_384,
                OptionalInt.empty(),
                Duration.ofSeconds(60),
                Duration.ofSeconds(630)));
  }

  @Test
  void asManyMayWaitAsIsSaid() {
    assertThat(Limits.of(Settings.of(Map.of("MAX_WAITING", "0"))).waiting()).hasValue(0);
    assertThat(Limits.of(Settings.of(Map.of("MAX_WAITING", "unlimited"))).waiting()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "MAX_HEAD_BYTES,255",
    "MAX_BODY_BYTES,-1",
    "MAX_CONNECTIONS,0",
    "MAX_WAITING,many",
    "MAX_WAITING,-1",
    "IDLE_TIMEOUT_MS,999",
    "TIMEOUT_MS,0"
  })
  void refusesWhatCannotBeUsedByName(String variable, String value) {
    assertThatThrownBy(() -> Limits.of(Settings.of(Map.of(variable, value))))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(variable + " (-D")
        .hasMessageContaining("'" + value + "': it may be a whole number from ");
  }
}
