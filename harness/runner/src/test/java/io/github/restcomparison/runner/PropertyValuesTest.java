package io.github.restcomparison.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.settings.SettingException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyValuesTest {
  private static final RunProperties SETTINGS =
      new RunProperties(Map.of("host", " \t", "port", " 80\n", "yes", "true", "no", "1")::get);

  @Test
  void blankIsNotGivenAndSpaceAroundAValueDoesNotMatter() {
    assertThat(SETTINGS.get("host")).isEmpty();
    assertThat(SETTINGS.get("other")).isEmpty();
    assertThat(SETTINGS.get("port")).contains("80");
  }

  @Test
  void flagIsTrueOrFalse() {
    assertThat(SETTINGS.flag("yes")).isTrue();
    assertThat(SETTINGS.flag("other")).isFalse();
    assertThatThrownBy(() -> SETTINGS.flag("no"))
        .isInstanceOf(SettingException.class)
        .hasMessage("-Dno 1: must be true or false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1\n2", "1\r\n2", "1\u20282"})
  void messageIsOneLineWhateverTheValue(String value) {
    assertThatThrownBy(() -> new RunProperties(Map.of("x", value)::get).flag("x"))
        .hasMessageStartingWith("-Dx 1 2:");
  }
}
