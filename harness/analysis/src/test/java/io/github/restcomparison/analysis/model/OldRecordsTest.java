package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Records that were written before a field was added are as good as they were. */
class OldRecordsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What schema 1 has been given since its first record. */
  private static final Map<String, List<String>> ADDED =
      Map.of(
          "", List.of("controlOf", "attempt", "gates", "host"),
          "/settings", List.of("wait"),
          "/environment", List.of("serviceCpus", "generatorCpus"),
          "/load", List.of("longestStallMs", "connectionsOpened", "bytesPerSecond"),
          "/server", List.of("runQueueMicrosPerRequest", "mostInFlight"),
          "/generator", List.of("longestPauseMs", "capacity"));

  @TempDir private Path folder;

  @Test
  void areReportedAsEver() throws IOException {
    Records records = new Records(folder);
    for (Service service : Service.values()) {
      RunRecord record = Records.record(service, 1, 1, 1);
      records.write(record);
      Path file = records.folder(record).recordFile();
      ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(file));
      ADDED.forEach((parent, fields) -> ((ObjectNode) json.at(parent)).remove(fields));
      Files.writeString(file, json.toString());
    }
    Comparison comparison = Report.write(folder).comparison();

    assertThat(comparison.status()).isEqualTo(Status.VALID);
    assertThat(comparison.variants())
        .extracting(variant -> variant.figure(RunMetrics.THROUGHPUT).orElseThrow().median())
        .containsExactly(9_550.0, 8_600.0, 1_970.0);
    String page = Files.readString(folder.resolve("index.html"));
    assertThat(page.substring(0, page.indexOf("<script"))).doesNotContain("null", "NaN");
  }
}
