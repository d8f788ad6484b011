package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadSpecTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0     | 1 | 0      | fixed | 1     | 0       | users 0: must be between 1 and 20000",
        "20001 | 1 | 0      | fixed | 1     | 0       | users 20001: must be between 1 and 20000",
        "1     | 0 | 0      | fixed | 1     | 0       | requests 0: must be between 1 and 1000000",
        "1     | 1 | 600001 | fixed | 1     | 0       | delay in ms 600001: must be between 0 and 600000",
        "1     | 1 | 0      | soon  | 1     | 0       | wait is 'soon': it may be fixed, uniform, shared-tick, http or sql",
        "1     | 1 | 0      | fixed | 20001 | 0       | workers 20001: must be between 1 and 20000",
        "1     | 1 | 0      | fixed | 1     | 3600001 | warm-up in seconds 3601: must be between 0 and 3600",
      })
  void settingThatCannotBeIsNamedWithWhatItMayBe(
      int users, int requests, int delay, String wait, int workers, int warmUp, String message) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(
            () -> LoadSpec.closed(users, requests, delay, wait, OptionalInt.of(workers), warmUp))
        .withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "few", "0", "20001", "-1", "1e3", "200 "})
  void workersAreThreadsOrVirtual(String text) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> LoadSpec.workers(text))
        .withMessage(
            "workers %s: must be between 1 and 20000, or virtual"
                .formatted(text.isEmpty() ? "''" : text));
    assertThat(LoadSpec.workers("virtual")).isEmpty();
    assertThat(LoadSpec.workers("20000")).hasValue(20_000);
  }

  /** Several generators together may have more users than one. */
  @Test
  void usersAreSharedByAllInjectors() {
    LoadSpec whole = LoadSpec.closed(10, 5, 100, "fixed", OptionalInt.empty(), 0);
    List<LoadSpec> parts =
        IntStream.rangeClosed(1, 3).mapToObj(number -> whole.partOf(number, 3)).toList();
    assertThat(parts).extracting(LoadSpec::users).containsExactly(4, 3, 3);
    assertThat(LoadSpec.together(parts)).isEqualTo(whole);
  }

  @Test
  void recordOfManyInjectorsIsRead() throws IOException {
    assertThat(
            read("{\"users\": 40000, \"requestsPerUser\": 1, \"delayMs\": 5, \"warmUpLimitMs\": 0}")
                .users())
        .isEqualTo(40_000);
  }

  @Test
  void recordThatCannotBeIsRefusedWithTheReason() {
    assertThatIOException()
        .isThrownBy(
            () ->
                read(
                    "{\"users\": 1, \"requestsPerUser\": 1, \"delayMs\": -5, \"warmUpLimitMs\": 0}"))
        .withMessageContaining("delay in ms -5: must be between 0 and 600000");
  }

  private LoadSpec read(String json) throws IOException {
    return JsonFiles.read(Files.writeString(folder.resolve("x.json"), json), LoadSpec.class);
  }
}
