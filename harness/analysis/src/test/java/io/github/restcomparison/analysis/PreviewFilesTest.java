package io.github.restcomparison.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files of one round in which jersey-async failed. */
class PreviewFilesTest {
  @TempDir private Path comparison;

  @BeforeEach
  void oneRoundOfWhichOneFailed() throws IOException {
    Records records = new Records(comparison);
    records.valid(Service.VERTX_REST, 1, 1, 1);
    records.valid(Service.JERSEY_SYNC, 1, 1, 1);
    records.broken(Service.JERSEY_ASYNC, 1, Status.FAILED, "37 requests failed");
    Report.write(comparison);
  }

  private JsonNode json() throws IOException {
    return JsonMapper.shared().readTree(Files.readString(comparison.resolve("comparison.json")));
  }

  private String file(String name) throws IOException {
    return Files.readString(comparison.resolve(name));
  }

  @Test
  void failedVariantHasItsReasonAndNoFigureInJson() throws IOException {
    assertThat(json().get("status").asString()).isEqualTo("FAILED");
    JsonNode failed = json().at("/variants/2");
    assertThat(failed.get("name").asString()).isEqualTo("jersey-async");
    assertThat(failed.get("status").asString()).isEqualTo("FAILED");
    assertThat(failed.at("/runs/0/reasons/0").asString()).isEqualTo("37 requests failed");
    assertThat(failed.propertyNames())
        .doesNotContain("throughput", "cpuMicrosPerRequest", "percentOfCeiling", "bound");
    assertThat(failed.get("latency")).isEmpty();
    assertThat(json().get("pairs").valueStream())
        .filteredOn(pair -> pair.get("b").asString().equals("jersey-async"))
        .hasSize(3 * 2)
        .allSatisfy(
            pair -> {
              assertThat(pair.get("verdict").asString()).isEqualTo("FAILED");
              assertThat(pair.propertyNames())
                  .doesNotContain("ratio", "low", "high", "p", "margin");
            });
  }

  @Test
  void oneRoundHasARatioWithoutAnInterval() throws IOException {
    JsonNode pair = json().at("/pairs/0");
    assertThat(pair.get("ratio").asDouble()).isEqualTo(4.84772);
    assertThat(pair.get("verdict").asString()).isEqualTo("preview: 1 round");
    assertThat(pair.propertyNames()).doesNotContain("low", "high", "p");
    assertThat(json().at("/variants/0/throughput").propertyNames()).containsExactly("median");
    assertThat(file("index.html")).doesNotContain("id=\"chart-pairs-");
  }

  /** Only the counts of requests are facts of a run that failed. */
  @Test
  void failedRunHasNoFiguresInCsv() throws IOException {
    assertThat(file("comparison.csv").lines())
        .filteredOn(line -> line.startsWith("jersey-async,"))
        .containsExactly(
            "jersey-async,1,FAILED,requests,100000,requests",
            "jersey-async,1,FAILED,ok,100000,requests",
            "jersey-async,1,FAILED,ko,0,requests");
  }

  @Test
  void failedVariantIsInEveryTableAndInNoFinding() throws IOException {
    assertThat(file("comparison.md"))
        .contains(
            "- vertx-rest answers 4.8 times as many requests as jersey-sync (1 round: no verdict)\n")
        .contains("- vertx-rest needs 80 % less CPU than jersey-sync (1 round: no verdict)\n")
        .contains("| jersey-async | – | – | not ranked, FAILED: 37 requests failed |")
        .contains("| jersey-async | FAILED, not ranked | – | – | – | – | – | – |")
        .contains("| jersey-async | FAILED, not ranked | – | – | – | – | – |\n");
  }
}
