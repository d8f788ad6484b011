package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.plan.LoadSettings;
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
  private static final LoadSpec LOAD =
      LoadSpec.closed(10, 5, 100, "fixed", OptionalInt.of(200), 40_000);

  @TempDir private Path folder;

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
        .isThrownBy(() -> LoadSettings.one(setting + " " + value, value, setting))
        .withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"few", "0", "20001", "-1", "1e3"})
  void workersAreThreadsOrVirtual(String text) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> LoadSettings.one("--workers " + text, text, "workers"))
        .withMessage("--workers %s: must be between 1 and 20000, or virtual".formatted(text));
    assertThat(LoadSettings.one("", "virtual", "workers").workers()).isEmpty();
    assertThat(LoadSettings.one("", "20000", "workers").workers()).hasValue(20_000);
  }

  /** Several generators together may have more users than one. */
  @Test
  void usersAreSharedByAllInjectors() {
    List<LoadSpec> parts =
        IntStream.rangeClosed(1, 3).mapToObj(number -> LOAD.partOf(number, 3)).toList();
    assertThat(parts).extracting(LoadSpec::users).containsExactly(4, 3, 3);
    assertThat(LoadSpec.together(parts)).isEqualTo(LOAD);
  }

  /** A cell of a sweep over services of the user's was measured without their protocol. */
  @Test
  void otherUsersKeepProtocolAndDuration() throws IOException {
    LoadSpec stated =
        read(
            """
            {"users": 9, "requestsPerUser": 0, "seconds": 4, "delayMs": 0, "waits": "stated",
             "warmUpLimitMs": 0, "protocol": "http2"}
            """);
    LoadSpec other = stated.of(3, 7, 20);
    assertThat(other.protocol()).contains(LoadProtocol.HTTP2);
    assertThat(other.seconds()).hasValue(4);
    assertThat(other.requestsPerUser()).isZero();
    assertThat(stated.lasting(3).protocol()).contains(LoadProtocol.HTTP2);
  }

  @Test
  void isReadAsItIsWritten() throws IOException {
    LoadSpec load = LOAD.with(OpenModel.of("5/s", 9, OptionalInt.of(7), true, 100));
    assertThat(read(JsonFiles.text(load))).isEqualTo(load);
    assertThat(JsonFiles.text(LOAD))
        .contains("\"delayMs\" : 100", "\"waits\" : \"fixed\"", "\"workers\" : 200")
        .doesNotContain("bounds", "downstreamConnections", "isUnknown");
  }

  @Test
  void impossibleRecordIsRefusedWithTheReason() {
    assertThatIOException()
        .isThrownBy(
            () ->
                read(
                    "{\"users\": 1, \"requestsPerUser\": 1, \"delayMs\": -5,"
                        + " \"waits\": \"fixed\", \"warmUpLimitMs\": 0}"))
        .withMessageContaining("invalid load: 1 users, 1 requests each, delay -5 ms");
  }

  private LoadSpec read(String json) throws IOException {
    return JsonFiles.read(Files.writeString(folder.resolve("x.json"), json), LoadSpec.class);
  }
}
