package io.github.restcomparison.runner.injector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InjectorTest {
  private static final String AT = "2026-11-21T20:30:00Z";

  @Test
  void readsBothSettings() {
    assertThat(Injector.of(settings("2/4", AT))).contains(new Injector(2, 4, Instant.parse(AT)));
    assertThat(Injector.of(Settings.of(Map.of()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0/4", "5/4", "2", "2/", "two/4", "2/4/8", "1/1000"})
  void invalidShareIsRejected(String share) {
    assertThatThrownBy(() -> Injector.of(settings(share, AT)))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("INJECTOR (-Dinjector) is '" + share + "': it may be such as 2/4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "20:30", "2026-11-21", "soon"})
  void invalidTimeIsRejected(String at) {
    assertThatThrownBy(() -> Injector.of(settings("2/4", at)))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("MEASURE_AT (-DmeasureAt) is '" + at + "': it may be such as 2026");
  }

  @Test
  void startingTooLateIsReported() {
    Injector injector = new Injector(1, 2, Instant.parse(AT));
    assertThat(injector.tooLate(Instant.parse("2026-11-21T20:29:50Z"))).isEmpty();
    assertThat(injector.tooLate(Instant.parse("2026-11-21T20:29:51Z")))
        .contains("MEASURE_AT (-DmeasureAt) is " + AT + ": it may be 10 s from now or later");
  }

  /** Its JVM may start slowly, and so may those of the others, which begin as late. */
  @Test
  void oneThatIsLedIsNotRefused() {
    Injector led = new Injector(1, 2, Instant.parse(AT), Optional.of(new ServiceClock(0.2, 1)));
    assertThat(led.tooLate(Instant.parse("2026-11-21T20:30:31Z"))).isEmpty();
  }

  private static Settings settings(String share, String at) {
    return Settings.of(Map.of("INJECTOR", share, "MEASURE_AT", at));
  }
}
