package io.github.restcomparison.runner.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.OpenModel.Outcome;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Two injectors of ten requests each: one dropped its last, and was late. */
class MergedArrivalsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void countsAreAddedUpAndPercentilesAreOfAll() {
    Outcome outcome =
        new MergedArrivals(
                List.of(injector(0, 1, Map.of("50", 9, "400", 1)), injector(1, 7, Map.of("60", 9))))
            .outcome()
            .orElseThrow();
    assertThat(outcome.intended()).isEqualTo(20);
    assertThat(outcome.dropped()).isEqualTo(1);
    assertThat(outcome.waitedForConnection()).isEqualTo(4);
    assertThat(outcome.sentLateP99Ms()).hasValue(7);
    // nearest rank of 19: the 10th is 60, the 19th is 400; the mean is (450 + 400 + 540) / 19
    assertThat(outcome.corrected().orElseThrow().p50()).isEqualTo(60);
    assertThat(outcome.corrected().orElseThrow().p99()).isEqualTo(400);
    assertThat(outcome.corrected().orElseThrow().mean()).isEqualTo(73.158);
  }

  @Test
  void ofAClosedModelThereAreNone() {
    ObjectNode json = JSON.createObjectNode();
    InjectorRecord closed =
        new InjectorRecord(Path.of("."), JSON.treeToValue(json, RunRecord.class), Optional.empty());
    assertThat(new MergedArrivals(List.of(closed)).outcome()).isEmpty();
    assertThat(new MergedArrivals(List.of(closed)).corrected().total()).isZero();
  }

  private static InjectorRecord injector(int dropped, int lateMs, Map<String, Integer> corrected) {
    ObjectNode record = JSON.createObjectNode();
    record
        .putObject("load")
        .putObject("open")
        .put("intended", 10)
        .put("dropped", dropped)
        .put("waitedForConnection", 2)
        .put("sentLateP99Ms", lateMs);
    ObjectNode samples = JSON.createObjectNode();
    ObjectNode counts = samples.putObject("corrected");
    corrected.forEach(counts::put);
    return new InjectorRecord(
        Path.of("."),
        JSON.treeToValue(record, RunRecord.class),
        Optional.of(JSON.treeToValue(samples, RunSamples.class)));
  }
}
