package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The real services under the real simulation, a hundredth of the load. */
@Order(3)
class SimulationsIT {
  private static final String[] LOAD = {
    "session=it", "users=20", "requests=30", "delayMs=50", "workers=10", "warmUpSeconds=1"
  };

  @TempDir private static Path folder;
  private static List<RunRecord> records;

  @BeforeAll
  static void measureAllThree() throws Exception {
    for (String service : List.of("JerseyAsync", "JerseySync", "VertxRest")) {
      try (GatlingProcess gatling =
          GatlingProcess.startWithReport(folder, service + "Simulation", LOAD)) {
        assertThat(gatling.exitCode()).as(gatling.output()).isZero();
      }
    }
    records = GatlingProcess.records(folder.resolve("comparison"));
  }

  @Test
  void everyServiceServedAndCountedEveryRequest() {
    assertThat(records)
        .extracting(RunRecord::variant)
        .containsExactly("jersey-async", "jersey-sync", "vertx-rest");
    assertThat(records)
        .allSatisfy(
            record -> {
              assertThat(GatlingProcess.objections(record)).isEmpty();
              assertThat(record.status()).isIn(Status.VALID, Status.INVALID);
              assertThat(record.load().orElseThrow().counts().requests()).isEqualTo(600);
              assertThat(record.load().orElseThrow().counts().ko()).isZero();
              assertThat(record.server().orElseThrow().requestsSeen()).isEqualTo(600);
            });
  }

  @Test
  void workersBoundTheServiceThatBlocksAndNoOther() {
    assertThat(records)
        .extracting(record -> record.settings().workers().orElse(0))
        .containsExactly(0, 10, 0);
    // 20 users on 10 threads of 50 ms: 200/s, and 100 ms for each response
    RunRecord sync = records.get(1);
    RunFigures.LoadResult blocked = sync.load().orElseThrow();
    int unblocked = records.get(2).load().orElseThrow().latency().orElseThrow().p50();
    assertThat(blocked.throughput()).isLessThan(210);
    assertThat(blocked.latency().orElseThrow().p50()).isGreaterThanOrEqualTo(99);
    assertThat(unblocked).isGreaterThanOrEqualTo(50);
  }

  @Test
  void costAndConfigurationAreInTheRecord() {
    assertThat(records)
        .allSatisfy(
            record -> {
              RunFigures.Server server = record.server().orElseThrow();
              assertThat(server.cpu().cpuMicrosPerRequest()).isFinite().isPositive();
              assertThat(server.memory().rssPeak()).isFinite().isGreaterThan(50_000_000);
              assertThat(server.memory().threadsPeak()).isFinite().isGreaterThan(5);
              assertThat(record.subject().service())
                  .containsEntry("keepAliveRequests", "unlimited");
              assertThat(record.subject().environment().serviceJvm().orElseThrow())
                  .contains("-Xmx512m");
              assertThat(record.subject().environment().gatling()).startsWith("3.15");
            });
  }

  @Test
  void everyGateJudgedAndTheHostIsInTheRecord() {
    assertThat(records)
        .allSatisfy(
            record -> {
              assertThat(record.judgement().gates())
                  .extracting(each -> each.gate().toString())
                  .contains("answers", "window", "littlesLaw", "bound", "generator", "host");
              RunFigures.HostState host = record.figures().host().orElseThrow();
              assertThat(host.othersShare()).isBetween(0.0, 1.0);
              assertThat(host.pressureBefore()).isNaN();
              assertThat(record.figures().generator().orElseThrow().longestPauseMs()).isNotNaN();
              assertThat(record.load().orElseThrow().longestStallMs()).isFinite().isPositive();
            });
  }

  /** On a busy host a gate may object to a run; its figures show why. */
  @Test
  void gateObjectsIfItsFigureDoes() {
    assertThat(records)
        .allSatisfy(
            run -> {
              RunFigures.LoadResult load = run.load().orElseThrow();
              RunFigures.Generator generator = run.figures().generator().orElseThrow();
              RunFigures.HostState host = run.figures().host().orElseThrow();
              ThroughputLimits limits = run.settings().limits();
              boolean isBusy =
                  generator.headroom() < 0.15 && load.throughput() < 0.97 * limits.ceiling();
              assertThat(run.failsGate(Gate.GENERATOR)).as("%s", run).isEqualTo(isBusy);
              boolean isDisturbed =
                  generator.longestPauseMs() > limits.maxPauseMs()
                      || DoubleStream.of(
                              host.stealShare(),
                              host.othersShare(),
                              host.generatorJitShare(),
                              host.pressureBefore())
                          .anyMatch(share -> share > RunFigures.HostState.MAX_SHARE);
              assertThat(run.failsGate(Gate.HOST)).as("%s", run).isEqualTo(isDisturbed);
              boolean isRefused = isDisturbed || run.failsGate(Gate.LITTLES_LAW);
              assertThat(run.status()).isEqualTo(isRefused ? Status.INVALID : Status.VALID);
            });
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void linuxTellsStealAndWaitingForACpu() {
    assertThat(records)
        .allSatisfy(
            record -> {
              assertThat(record.figures().host().orElseThrow().stealShare()).isNotNaN();
              assertThat(record.server().orElseThrow().cpu().runQueueMicrosPerRequest()).isNotNaN();
            });
  }

  @Test
  void pagesLinkTheReportsOfGatling() throws IOException {
    Path comparison = folder.resolve("comparison");
    assertThat(comparison).isDirectoryContaining("glob:**/comparison.{json}");
    String page = Files.readString(comparison.resolve("index.html"));
    for (RunRecord record : records) {
      String report = record.extras().gatlingReport().orElseThrow();
      assertThat(page).contains("href=\"" + report + "\"");
      assertThat(comparison.resolve(report).normalize()).isRegularFile();
    }
    assertThat(comparison.resolve("comparison.csv")).isNotEmptyFile();
    assertThat(comparison.resolve("comparison.md")).isNotEmptyFile();
  }
}
