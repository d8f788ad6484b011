package io.github.restcomparison.records.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  @Test
  void aPropertyWinsOverTheEnvironment() {
    Settings settings = settings(Map.of("DELAY_MS", "1"), Map.of("delayMs", "2"));
    assertThat(settings.integer("DELAY_MS", 3, 0, 9)).isEqualTo(2);
  }

  @Test
  void theEnvironmentWinsOverTheDefault() {
    Settings settings = settings(Map.of("DELAY_MS", "1"), Map.of());
    assertThat(settings.integer("DELAY_MS", 3, 0, 9)).isEqualTo(1);
  }

  @Test
  void whatIsNotSetHasItsDefault() {
    assertThat(settings(Map.of(), Map.of()).text("HOST", "127.0.0.1")).isEqualTo("127.0.0.1");
  }

  @Test
  void blankIsNotSet() {
    assertThat(settings(Map.of("HOST", " \t"), Map.of()).text("HOST", "here")).isEqualTo("here");
    assertThat(settings(Map.of("HOST", "there"), Map.of("host", "")).text("HOST", "here"))
        .isEqualTo("there");
  }

  @Test
  void spaceAroundAValueDoesNotMatter() {
    assertThat(Settings.of(Map.of("PORT", " 80\n")).integer("PORT", 1, 0, 99)).isEqualTo(80);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 600_000})
  void bothBoundsAreAllowed(int value) {
    Settings settings = Settings.of(Map.of("DELAY_MS", Integer.toString(value)));
    assertThat(settings.integer("DELAY_MS", 100, 0, 600_000)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "600001", "1.5", "100ms", "soon", "99999999999", "0x10"})
  void anythingElseIsRefusedInOneLineThatSaysWhatItMayBe(String value) {
    Settings settings = Settings.of(Map.of("DELAY_MS", value));
    assertThatThrownBy(() -> settings.integer("DELAY_MS", 100, 0, 600_000))
        .isInstanceOf(SettingException.class)
        .hasMessage("DELAY_MS %s: must be between 0 and 600000", value);
  }

  @Test
  void aWordIsOneOfThoseAllowed() {
    Settings settings = Settings.of(Map.of("EXECUTOR", "thread", "TRANSPORT", "carrier pigeon"));
    assertThat(settings.oneOf("EXECUTOR", "scheduler", "scheduler", "thread")).isEqualTo("thread");
    assertThatThrownBy(() -> settings.oneOf("TRANSPORT", "native", "native", "nio"))
        .isInstanceOf(SettingException.class)
        .hasMessage("TRANSPORT carrier pigeon: must be native or nio");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1\n2", "1\r\n2", "1\u20282"})
  void theMessageIsOneLineWhateverTheValue(String value) {
    Settings settings = Settings.of(Map.of("PORT", value));
    assertThatThrownBy(() -> settings.integer("PORT", 1, 0, 9)).hasMessageContaining("PORT 1 2:");
  }

  @Test
  void itRemembersWhatItHandedOutInTheOrderOfAsking() {
    Settings settings = Settings.of(Map.of("PORT", "80", "NOBODY_ASKED", "1"));
    settings.text("HOST", "here");
    settings.integer("PORT", 1, 0, 99);
    assertThat(settings.used()).containsExactly(Map.entry("host", "here"), Map.entry("port", "80"));
  }

  private static Settings settings(Map<String, String> variables, Map<String, String> properties) {
    return new Settings(variables::get, properties::get);
  }
}
