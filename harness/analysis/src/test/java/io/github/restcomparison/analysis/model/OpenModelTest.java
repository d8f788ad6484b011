package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Two services answer all of 1,000 requests/s: one after 105.25 ms, one after 506.25 ms. */
class OpenModelTest {
  @TempDir private Path folder;

  @BeforeEach
  void measured() throws IOException {
    for (int round = 1; round <= 3; round++) {
      run(Service.VERTX_REST, round);
      run(Service.JERSEY_SYNC, round);
    }
  }

  private void run(Service service, int round) throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.record(service, round, 1, 1),
                json -> {
                  ((ObjectNode) json.get("settings"))
                      .put("rate", "1000/s")
                      .put("duration", "10s")
                      .remove(List.of("users", "requests"));
                  ObjectNode load = ((ObjectNode) json.get("load")).put("throughput", 1_000);
                  ObjectNode open = load.putObject("open").put("intended", 10_000);
                  open.put("dropped", 0).put("waitedForConnection", 0).put("sentLateP99Ms", 1);
                  open.set("corrected", load.get("latency").deepCopy());
                }));
  }

  /** The schedule is the throughput of both, so it says nothing of either. */
  @Test
  void servicesAreComparedByTheTimeOfARequest() throws IOException {
    Comparison comparison = Comparison.of(RecordedRuns.read(folder));

    assertThat(Words.findings(comparison))
        .containsExactly(
            "vertx-rest has a mean latency at least 79 % lower than jersey-sync",
            "vertx-rest needs at least 79 % less CPU than jersey-sync");
    assertThat(comparison.variants().getFirst().name()).isEqualTo("vertx-rest");
  }
}
