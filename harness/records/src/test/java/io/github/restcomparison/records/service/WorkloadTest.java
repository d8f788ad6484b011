package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadTest {
  private static final String BODY = "{\"id\": {id}, \"of\": \"{name}\", \"a\": #{b}}";

  @Test
  void fieldsOfARecordAreFilledIn() {
    assertThat(Workload.Feeder.filled(BODY, Map.of("id", "$1")::get))
        .isEqualTo("{\"id\": $1, \"of\": \"{name}\", \"a\": #{b}}");
  }

  @Test
  void textWithoutNamesHasNone() {
    assertThat(Workload.Feeder.hasNames(BODY)).isTrue();
    assertThat(Workload.Feeder.hasNames("{ \"id\": 1 }")).isFalse();
  }

  /** As {@code plan.json} and {@code run-request.json} have it. */
  @Test
  void recordIsReadAsItWasWritten(@TempDir Path folder) throws IOException {
    Workload written =
        new Workload(
            List.of(
                new RequestSpec(
                    "one",
                    1,
                    "GET",
                    "/",
                    Map.of(),
                    Map.of(),
                    Optional.empty(),
                    Expectation.SUCCESS)),
            List.of(new Workload.Feeder("/a/ids.csv")),
            Optional.empty(),
            Duration.ofSeconds(5),
            true,
            false);
    Path file = folder.resolve("workload.json");
    JsonFiles.write(file, written);
    assertThat(JsonFiles.read(file, Workload.class)).isEqualTo(written);
  }
}
