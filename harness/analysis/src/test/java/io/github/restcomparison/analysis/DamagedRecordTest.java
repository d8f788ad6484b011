package io.github.restcomparison.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.diff.Diff;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * For any field missing in one record, the page has the other run, and names the problem or does
 * without.
 */
class DamagedRecordTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path comparison;
  private RunFolder damaged;

  @BeforeEach
  void twoRuns() throws IOException {
    Records records = new Records(comparison);
    records.writeWithSamples(Records.record(Service.VERTX_REST, 1, 1, 1));
    RunRecord other =
        Records.edited(
            Records.record(Service.JERSEY_SYNC, 1, 1, 1),
            json ->
                json.putArray("gates")
                    .addObject()
                    .put("name", "answers")
                    .put("passed", true)
                    .putArray("objections"));
    records.writeWithSamples(other);
    damaged = records.folder(other);
  }

  @Test
  void recordWithoutAnyOneOfItsFields() throws IOException {
    eachWithoutOne(damaged.recordFile());
  }

  @Test
  void samplesWithoutAnyOneOfTheirFields() throws IOException {
    eachWithoutOne(damaged.samplesFile());
  }

  /** The run was discarded, and the comparison INVALID: all figures are in run.json. */
  @ParameterizedTest
  @ValueSource(strings = {"{\"load\"", "", "[]"})
  void runWithoutItsSamplesCounts(String text) throws IOException {
    Files.writeString(damaged.samplesFile(), text);
    Report.Result written = Report.read(comparison);
    assertThat(written.comparison().status()).isEqualTo(RunRecord.Status.VALID);
    assertThat(written.comparison().variants())
        .allSatisfy(variant -> assertThat(variant.isRanked()).isTrue());
    assertThat(written.files().get("comparison.md"))
        .contains("## Not in the charts\n\n- runs/01-jersey\\_sync/samples.json cannot be read: ")
        .doesNotContain("could not be read");
    assertThat(Diff.of(comparison, comparison).notices()).isEmpty();
  }

  private void eachWithoutOne(Path file) throws IOException {
    String whole = Files.readString(file);
    List<JsonPointer> fields = fields(JSON.readTree(whole), JsonPointer.empty());
    assertThat(fields).hasSizeGreaterThan(15);
    for (JsonPointer field : fields) {
      for (boolean asNull : new boolean[] {true, false}) {
        JsonNode tree = JSON.readTree(whole);
        ObjectNode parent = (ObjectNode) tree.at(field.head());
        if (asNull) {
          parent.putNull(field.last().getMatchingProperty());
        } else {
          parent.remove(field.last().getMatchingProperty());
        }
        Files.writeString(file, tree.toString());
        Report.Result written = Report.read(comparison);
        assertThat(written.files()).as("without %s of %s", field, file.getFileName()).hasSize(4);
        assertThat(written.comparison().variants())
            .as("without %s of %s", field, file.getFileName())
            .anySatisfy(variant -> assertThat(variant.name()).isEqualTo("vertx-rest"));
      }
    }
  }

  /** All fields of all objects; of arrays, those of the first element. */
  private static List<JsonPointer> fields(JsonNode node, JsonPointer path) {
    List<JsonPointer> fields = new ArrayList<>();
    if (node.isArray() && !node.isEmpty()) {
      fields.addAll(fields(node.get(0), path.appendIndex(0)));
    }
    node.properties()
        .forEach(
            property -> {
              JsonPointer field = path.appendProperty(property.getKey());
              fields.add(field);
              fields.addAll(fields(property.getValue(), field));
            });
    return fields;
  }
}
