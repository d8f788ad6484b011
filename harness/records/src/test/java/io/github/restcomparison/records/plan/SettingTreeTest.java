package io.github.restcomparison.records.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.settings.SettingException;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTreeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "users | 0 | users 0: must be between 1 and 20000",
        "users | 20001 | users 20001: must be between 1 and 20000",
        "requests | 0 | requests 0: must be between 1 and 1000000",
        "delay | 601s | delay 601s: must be between 0ms and 10m",
        "wait | soon | wait soon: must be fixed, uniform, shared-tick, http or sql",
        "workers | 20001 | workers 20001: must be between 1 and 20000, or virtual",
        "warmUp | 3601s | warmUp 3601s: must be whole seconds between 0s and 60m",
      })
  void invalidSettingIsRefusedWithItsRange(String setting, String value, String message) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> SettingTree.value(Load.class, setting, setting + " " + value, value))
        .withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"few", "0", "20001", "-1", "1e3"})
  void workersAreThreadsOrVirtual(String text) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> SettingTree.value(Load.class, "workers", "--workers " + text, text))
        .withMessage("--workers %s: must be between 1 and 20000, or virtual".formatted(text));
    assertThat(workers("virtual")).isEmpty();
    assertThat(workers("20000")).hasValue(20_000);
  }

  private static OptionalInt workers(String text) {
    SettingTree tree = new SettingTree().set("", text, "load", "workers");
    return PlanSettings.of(tree.withFallback(PlanSettings.usualLoad(false))).load().workers();
  }
}
