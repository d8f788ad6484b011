package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.service.Workload.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFilesTest {

  /** As {@code plan.json} and {@code run-request.json} have it. */
  @Test
  void workloadIsReadAsItWasWritten(@TempDir Path folder) throws IOException {
    RequestSpec request =
        new RequestSpec(
            "one",
            1,
            "GET",
            new Target("/", Map.of()),
            Map.of(),
            Optional.empty(),
            Expectation.SUCCESS);
    Workload written =
        new Workload(
            List.of(request),
            Optional.empty(),
            Duration.ofSeconds(5),
            new Workload.Tls(
                false, Optional.of("/a/c.pem"), Optional.of("/a/k.pem"), Optional.empty()),
            false,
            new State(
                Optional.of(new State.BeforeRun("reset", Optional.of("/a"), Duration.ofSeconds(9))),
                Optional.of(
                    new State.UserSetup(
                        List.of(request),
                        Map.of("token", "json:/token"),
                        true,
                        Optional.of(Duration.ofMinutes(5)),
                        Optional.of("401,403"))),
                List.of(new State.Feeder("/a/ids.csv", true, Optional.of(";")))));
    Path file = folder.resolve("workload.json");
    JsonFiles.write(file, written);
    assertThat(JsonFiles.read(file, Workload.class)).isEqualTo(written);
  }
}
