package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.runner.service.BackEnd;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services that wait for a database; skipped if there is no PostgreSQL. */
@Tag("full")
@Order(3)
class DatabaseIT {
  @TempDir private Path folder;

  @BeforeAll
  static void thereIsADatabase() throws Exception {
    Optional<String> missing = BackEnd.missingDatabase();
    assumeTrue(missing.isEmpty(), () -> "no database: " + missing.orElseThrow());
  }

  /** Twenty users over ten connections that wait 50 ms each: 200/s, whoever waits. */
  @ParameterizedTest
  @CsvSource({"jersey-sync", "jersey-virtual", "vertx-rest"})
  void poolIsTheBoundOfEveryModel(String variant) throws Exception {
    Set<Long> before = databases();
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder,
            "VariantSimulation",
            "variant=" + variant + "@DOWNSTREAM_CONNECTIONS=10",
            "wait=sql",
            "users=20",
            "requests=20",
            "delayMs=50",
            "warmUpSeconds=2")) {
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(GatlingProcess.objections(record)).isEmpty();
    assertThat(record.load().orElseThrow().counts().ok()).isEqualTo(400);
    assertThat(record.settings().limits().ceiling()).isEqualTo(200);
    assertThat(record.load().orElseThrow().throughput()).isLessThan(210);
    assertThat(record.figures().backEnd().orElseThrow().cpu().cpuMicrosPerRequest())
        .isFinite()
        .isPositive();
    // Its processes have gone with the run.
    assertThat(before).containsAll(databases());
  }

  private static Set<Long> databases() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains("unix_socket_directories="))
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }
}
