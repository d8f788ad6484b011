package io.github.restcomparison.analysis.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The bottleneck of a service whose wait is unknown. */
class BottleneckTest {
  @TempDir private Path folder;

  private Comparison comparison(Consumer<ObjectNode> edit) throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.record(Service.VERTX_REST, 1, 1, 1),
                json -> {
                  ((ObjectNode) json.get("settings")).put("wait", "stated").put("delay", "0ms");
                  edit.accept(json);
                }));
    return Comparison.of(RecordedRuns.read(folder));
  }

  private String boundBy(Consumer<ObjectNode> edit) throws IOException {
    return comparison(edit).variants().getFirst().bottleneckSentence().orElseThrow();
  }

  /** A service of one thread, such as one of Node, uses all that it can of two CPUs. */
  @Test
  void theCpuOfTheServiceIsAFigure() throws IOException {
    assertThat(boundBy(json -> ((ObjectNode) json.get("server")).put("cpuCores", 0.99)))
        .isEqualTo(
            "response time: 9,550 requests/s from 1,000 users; the service used 0.99 of its 2 CPUs;"
                + " wait unknown (set --delay)");
  }

  /** With 1,000 users and the stated wait of 200 ms, the ceiling is 5,000/s. */
  @Test
  void serviceThatIsFasterThanStatedIsNotLimitedByThat() throws IOException {
    Comparison comparison =
        comparison(json -> ((ObjectNode) json.get("settings")).put("delay", "200ms"));
    String sentence =
        "inconsistent settings: 9,550 requests/s is 191 % of the 5,000 that 1,000 users / 200 ms"
            + " allow: one of these settings is wrong";
    assertThat(comparison.variants().getFirst().bottleneckSentence()).hasValue(sentence);
    assertThat(comparison.notes()).containsExactly("vertx-rest, " + sentence);
  }

  @Test
  void unmeasuredCpuIsNoBottleneck() throws IOException {
    assertThat(boundBy(json -> json.remove("server")))
        .contains("; the CPU of the service was not measured; ");
  }
}
