package io.github.restcomparison.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.comparison.record.RunRecord;
import io.github.restcomparison.comparison.record.RunRecord.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong before and during a run is one line, a record and no service left behind. */
class FaultsIT {
  private static final int SERVICE_FAILED = 2;
  private static final int NOT_MEASURABLE = 3;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "users=0, USERS (-Dusers) is '0'",
    "requests=abc, REQUESTS (-Drequests) is 'abc'",
    "delayMs=-5, DELAY_MS (-DdelayMs) is '-5'"
  })
  void badSettingIsOneLineAndNothingIsStarted(String property, String line) throws Exception {
    try (GatlingProcess gatling = GatlingProcess.start(folder, "VertxRestSimulation", property)) {
      assertThat(gatling.exitCode()).isEqualTo(NOT_MEASURABLE);
      assertThat(gatling.output().strip().lines()).hasSize(1);
      assertThat(gatling.output()).startsWith("rest-comparison: " + line);
      assertThat(folder.resolve("comparison")).doesNotExist();
    }
  }

  @Test
  void tooFewOpenFilesAreNamed() throws Exception {
    List<String> fewFiles = List.of("bash", "-c", "ulimit -n 500; exec \"$@\"", "bash");
    try (GatlingProcess gatling = GatlingProcess.start(fewFiles, folder, "VertxRestSimulation")) {
      assertThat(gatling.exitCode()).isEqualTo(NOT_MEASURABLE);
      assertThat(gatling.lines())
          .containsExactly(
              "rest-comparison: 1000 users need 2300 open files, and the limit is 500: raise it"
                  + " (ulimit -n 2300)");
      assertThat(folder.resolve("comparison")).doesNotExist();
    }
  }

  @Test
  void secondMeasurementOnTheHostIsRefusedUnlessAllowed() throws Exception {
    String[] load = {"users=5", "requests=20", "delayMs=50", "warmUpSeconds=25"};
    String[] allowed = {
      "users=5", "requests=20", "delayMs=50", "warmUpSeconds=1", "allowConcurrent=true"
    };
    try (GatlingProcess first = GatlingProcess.start(folder, "VertxRestSimulation", load)) {
      first.serviceUnderLoad();
      try (GatlingProcess second = GatlingProcess.start(folder, "VertxRestSimulation", load)) {
        assertThat(second.exitCode()).isEqualTo(NOT_MEASURABLE);
        assertThat(second.lines())
            .singleElement()
            .asString()
            .contains(
                "another measurement runs on this host (process " + first.process().pid() + ")",
                "-DallowConcurrent=true");
      }
      try (GatlingProcess third = GatlingProcess.start(folder, "VertxRestSimulation", allowed)) {
        assertThat(third.exitCode()).as(third.output()).isZero();
      }
      assertThat(first.exitCode()).as(first.output()).isZero();
    }
    assertThat(GatlingProcess.records(folder.resolve("comparison")))
        .extracting(RunRecord::status)
        .containsExactly(Status.VALID);
  }

  @Test
  void killedGatlingLeavesNoService() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(folder, "JerseySyncSimulation", "users=50")) {
      ProcessHandle service = gatling.serviceUnderLoad();
      gatling.process().destroyForcibly();
      assertGoneWithinTenSeconds(service.onExit());
    }
  }

  /** As where Maven is killed: here a shell leads, and nobody reaps or tells anybody. */
  @Test
  void runWhoseLeaderIsKilledEndsWithItsService() throws Exception {
    List<String> leader = List.of("bash", "-c", "\"$@\" & wait", "bash");
    try (GatlingProcess led =
        GatlingProcess.start(
            leader, folder, "VertxRestSimulation", "users=50", "exitWithParent=true")) {
      ProcessHandle service = led.serviceUnderLoad();
      ProcessHandle gatling = service.parent().orElseThrow();
      led.process().destroyForcibly();
      assertGoneWithinTenSeconds(service.onExit());
      assertGoneWithinTenSeconds(gatling.onExit());
    }
    assertThat(GatlingProcess.records(folder.resolve("comparison")))
        .extracting(RunRecord::status)
        .containsExactly(Status.ABORTED);
  }

  /** SIGTERM and the SIGINT of Ctrl-C are one to a JVM: its shutdown hooks run. */
  @Test
  void interruptedRunIsRecordedAsAbortedAndLeavesNoService() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(folder, "JerseyAsyncSimulation", "users=50")) {
      ProcessHandle service = gatling.serviceUnderLoad();
      new ProcessBuilder("kill", "-INT", Long.toString(gatling.process().pid())).start().waitFor();
      assertGoneWithinTenSeconds(service.onExit());
      assertThat(gatling.exitCode()).isEqualTo(130);
    }
    assertThat(GatlingProcess.records(folder.resolve("comparison")))
        .extracting(RunRecord::status)
        .containsExactly(Status.ABORTED);
  }

  @Test
  void serviceThatDiesIsAFailure() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder, "VertxRestSimulation", "users=20", "requests=20", "warmUpSeconds=20")) {
      ProcessHandle service = gatling.serviceUnderLoad();
      Thread.sleep(2_000);
      service.destroyForcibly();
      assertThat(gatling.exitCode()).as(gatling.output()).isEqualTo(SERVICE_FAILED);
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(record.status()).isEqualTo(Status.FAILED);
    assertThat(record.reasons()).contains("the service died with exit code 137");
  }

  private static void assertGoneWithinTenSeconds(CompletableFuture<ProcessHandle> exit) {
    assertThat(exit).succeedsWithin(10, TimeUnit.SECONDS);
  }
}
