package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadSpecTest {
  private static final LoadSpec LOAD =
      LoadSpec.closed(10, 5, 100, "fixed", OptionalInt.of(200), 40_000);

  @TempDir private Path folder;

  /** Several generators together may have more users than one. */
  @Test
  void usersAreSharedByAllInjectors() {
    List<LoadSpec> parts =
        IntStream.rangeClosed(1, 3).mapToObj(number -> LOAD.partOf(number, 3)).toList();
    assertThat(parts).extracting(LoadSpec::users).containsExactly(4, 3, 3);
  }

  /** A cell of a sweep over services of the user's was measured without their protocol. */
  @Test
  void otherUsersKeepProtocolAndDuration() throws IOException {
    LoadSpec stated =
        read(
            """
            {"users": 9, "duration": "4s", "delay": "0ms", "wait": "stated", "warmUp": "0ms",
             "protocol": "http2"}
            """);
    LoadSpec other = stated.of(3, 7, 20);
    assertThat(other.protocol()).contains(LoadProtocol.HTTP2);
    assertThat(other.seconds()).hasValue(4);
    assertThat(other.requests()).isEmpty();
    assertThat(stated.lasting(3).protocol()).contains(LoadProtocol.HTTP2);
  }

  @Test
  void isReadAsItIsWritten() throws IOException {
    LoadSpec load = LOAD.with(OpenModel.of("5/s", 9, OptionalInt.of(7), true, 100));
    assertThat(read(JsonFiles.text(load))).isEqualTo(load);
    assertThat(JsonFiles.text(LOAD))
        .contains("\"delay\" : \"100ms\"", "\"wait\" : \"fixed\"", "\"workers\" : 200")
        .doesNotContain("bounds", "downstreamConnections", "isUnknown", "newConnections");
  }

  @Test
  void impossibleRecordIsRefusedWithTheReason() {
    assertThatIOException()
        .isThrownBy(
            () ->
                read(
                    "{\"users\": 1, \"delay\": \"5ms\", \"wait\": \"fixed\", \"warmUp\": \"0ms\"}"))
        .withMessageContaining("invalid load: 1 users, 0 requests each, delay 5 ms");
  }

  private LoadSpec read(String json) throws IOException {
    return JsonFiles.read(Files.writeString(folder.resolve("x.json"), json), LoadSpec.class);
  }
}
