package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Figures that a service does not have, or that are 0 in some round. */
class MissingFiguresTest {
  @TempDir private Path folder;
  private Records records;

  @BeforeEach
  void planned() throws IOException {
    records = new Records(folder);
    records.planned(10, OptionalLong.empty());
  }

  private static RunRecord withCpu(Service service, int round, double micros) {
    return Records.edited(
        Records.record(service, round, 1 + round / 1e3, 1),
        json -> {
          ObjectNode server = (ObjectNode) json.get("server");
          if (Double.isNaN(micros)) {
            server.remove("cpuMicrosPerRequest");
          } else {
            server.put("cpuMicrosPerRequest", micros);
          }
        });
  }

  private Comparison rounds(int number, double cpu) throws IOException {
    for (int round = 1; round <= number; round++) {
      for (Service service : Service.values()) {
        records.write(withCpu(service, round, service == Service.VERTX_REST ? cpu : Double.NaN));
      }
    }
    return Report.write(folder).comparison();
  }

  /** Services by URL: 4.8 and 4.4 times apart, they were measured ten times. */
  @Test
  void servicesWithoutCpuAreDecidedByTheirThroughput() throws IOException {
    Comparison comparison = rounds(3, Double.NaN);
    assertThat(comparison.isComplete()).isTrue();
    assertThat(comparison.statement()).startsWith("3 of at most 10 rounds");
    assertThat(Statement.decided(comparison.pairs(), 7)).isEqualTo("every pair is decided");
    assertThat(comparison.pair(TestedMetric.CPU_PER_REQUEST, "vertx-rest", "jersey-sync"))
        .hasValueSatisfying(
            pair ->
                assertThat(pair.sentence())
                    .isEqualTo(
                        "vertx-rest and jersey-sync are not comparable by CPU per request: vertx-rest"
                            + " and jersey-sync: CPU per request was not measured."));
  }

  @Test
  void missingCpuDoesNotProlongTheExperiment() throws IOException {
    Comparison comparison = rounds(3, 30);
    assertThat(comparison.isComplete()).isTrue();
    assertThat(comparison.undecided()).isEmpty();
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("not comparable: jersey-sync: CPU per request was not measured");
  }

  /** It was excluded from the pair, whose ratio was then of the successful rounds only. */
  @Test
  void roundWithoutAResponseIsNamedAndNotExcluded() throws IOException {
    rounds(3, 30);
    records.write(
        Records.edited(
            withCpu(Service.JERSEY_SYNC, 2, Double.NaN),
            json -> ((ObjectNode) json.get("load")).put("throughput", 0)));
    Comparison comparison = Report.write(folder).comparison();
    String reason = "jersey-sync: throughput is 0 in 1 of 3 rounds";
    assertThat(comparison.pair(TestedMetric.THROUGHPUT, "vertx-rest", "jersey-sync"))
        .hasValueSatisfying(
            pair ->
                assertThat(pair)
                    .returns(Ruling.NOT_COMPARABLE, Pair::ruling)
                    .returns(State.CLOSED, Pair::state)
                    .returns(Status.INVALID, each -> each.validity().status())
                    .returns(reason, each -> each.validity().reason()));
    assertThat(comparison.statement()).startsWith("1 of 3 comparisons decided; " + reason);
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("1 of 3 comparisons decided; " + reason);
  }
}
