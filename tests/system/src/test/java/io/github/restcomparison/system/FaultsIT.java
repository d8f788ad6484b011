package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong before and during a run is one line, a record and no service left behind. */
@Order(1)
class FaultsIT {
  private static final int SERVICE_FAILED = 2;
  private static final int NOT_MEASURABLE = 3;

  @TempDir private Path folder;

  /** What is said of each setting, SettingsOfARunTest asks. */
  @Test
  void badSettingIsOneLineAndNothingIsStarted() throws Exception {
    try (GatlingProcess gatling = GatlingProcess.start(folder, "VertxRestSimulation", "users=0")) {
      assertThat(gatling.exitCode()).isEqualTo(NOT_MEASURABLE);
      assertThat(gatling.output().strip().lines()).hasSize(1);
      assertThat(gatling.output())
          .startsWith("rest-comparison: -Dusers 0: must be between 1 and 20000");
      assertThat(folder.resolve("comparison")).doesNotExist();
    }
  }

  @Tag("full")
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

  /** In a network of its own, whose limits it may set. */
  @Tag("full")
  @Test
  void tooFewLocalPortsAreNamed() throws Exception {
    List<String> unshared = List.of("unshare", "--user", "--map-root-user", "--net");
    String few = "echo 40000 40499 > /proc/sys/net/ipv4/ip_local_port_range && exec \"$@\"";
    List<String> fewPorts =
        Stream.concat(unshared.stream(), Stream.of("bash", "-c", few, "bash")).toList();
    assumeThat(succeeds(fewPorts, "true")).as("a process may have a network of its own").isTrue();
    try (GatlingProcess gatling = GatlingProcess.start(fewPorts, folder, "VertxRestSimulation")) {
      assertThat(gatling.exitCode()).isEqualTo(NOT_MEASURABLE);
      assertThat(gatling.lines())
          .containsExactly(
              "rest-comparison: 1000 users need 1100 local ports, and the range of 40000 to 40499"
                  + " has 500: widen it (sysctl -w net.ipv4.ip_local_port_range='1024 65535')");
      assertThat(folder.resolve("comparison")).doesNotExist();
    }
  }

  private static boolean succeeds(List<String> prefix, String command) throws Exception {
    List<String> words = Stream.concat(prefix.stream(), Stream.of(command)).toList();
    try {
      return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  @Tag("full")
  @Test
  void temporaryFolderThatCannotBeWrittenIsNamed() throws Exception {
    String option = "-Djava.io.tmpdir=/dev/null/tmp";
    String line = "java.io.tmpdir /dev/null/tmp: must be a writable folder";
    List<String> elsewhere =
        List.of("bash", "-c", "exec \"${@/#-Djava.io.tmpdir=*/" + option + "}\"", "bash");
    try (GatlingProcess gatling = GatlingProcess.start(elsewhere, folder, "VertxRestSimulation")) {
      assertThat(gatling.exitCode()).isEqualTo(NOT_MEASURABLE);
      assertThat(gatling.lines()).containsExactly("rest-comparison: " + line);
      assertThat(folder.resolve("comparison")).doesNotExist();
    }
    try (CompareProcess compare =
        CompareProcess.start(elsewhere, folder, "run", "--out", folder + "/out")) {
      assertThat(compare.exitCode()).isEqualTo(2);
      assertThat(compare.output().lines().filter(each -> !each.startsWith("WARNING: ")))
          .containsExactly("compare: " + line);
    }
  }

  /** The third one, which is allowed, finds that nothing listens where it is sent. */
  @Test
  void secondMeasurementIsRefusedUnlessAllowedAndAKilledOneLeavesNoService() throws Exception {
    String[] load = {"users=5", "requests=10000"};
    String[] allowed = {"baseUrl=http://127.0.0.1:1", "name=dead", "allowConcurrent=true"};
    try (GatlingProcess first = GatlingProcess.start(folder, "JerseySyncSimulation", load)) {
      ProcessHandle service = first.serviceUnderLoad();
      try (GatlingProcess second = GatlingProcess.start(folder, "VertxRestSimulation", load)) {
        assertThat(second.exitCode()).isEqualTo(NOT_MEASURABLE);
        assertThat(second.lines())
            .singleElement()
            .asString()
            .contains(
                "another measurement runs on this host (process " + first.process().pid() + ")",
                "-DallowConcurrent=true");
      }
      try (GatlingProcess third =
          GatlingProcess.start(folder, "RunningServiceSimulation", allowed)) {
        assertThat(third.exitCode()).isEqualTo(SERVICE_FAILED);
        assertThat(third.lines().getLast())
            .contains("dead: GET /myapp/myresource: ", "no response (");
      }
      assertThat(first.process().isAlive()).isTrue();
      first.process().destroyForcibly();
      assertIsGone(service.onExit());
    }
  }

  /** As if Maven is killed: here a shell leads, and nobody reaps or tells anybody. */
  @Tag("full")
  @Test
  void runWhoseLeaderIsKilledEndsWithItsService() throws Exception {
    List<String> parent = List.of("bash", "-c", "\"$@\" & wait", "bash");
    try (GatlingProcess led =
        GatlingProcess.start(
            parent, folder, "VertxRestSimulation", "users=50", "exitWithParent=true")) {
      ProcessHandle service = led.serviceUnderLoad();
      ProcessHandle gatling = service.parent().orElseThrow();
      led.process().destroyForcibly();
      assertIsGone(service.onExit());
      assertIsGone(gatling.onExit());
    }
    assertThat(GatlingProcess.records(folder.resolve("comparison")))
        .extracting(RunRecord::status)
        .containsExactly(Status.ABORTED);
  }

  /** SIGTERM and the SIGINT of Ctrl-C are one to a JVM: its shutdown hooks run. */
  @Test
  void interruptedRunIsRecordedAsAbortedAndLeavesNoService() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(
            GatlingProcess.HEEDS_SIGINT, folder, "JerseyAsyncSimulation", "users=50")) {
      ProcessHandle service = gatling.serviceUnderLoad();
      new ProcessBuilder("kill", "-INT", Long.toString(gatling.process().pid())).start().waitFor();
      assertIsGone(service.onExit());
      assertThat(gatling.exitCode()).isEqualTo(130);
    }
    assertThat(GatlingProcess.records(folder.resolve("comparison")))
        .extracting(RunRecord::status)
        .containsExactly(Status.ABORTED);
  }

  @Tag("full")
  @Test
  void serviceThatDiesIsAFailure() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder, "VertxRestSimulation", "users=20", "requests=20", "warmUpSeconds=5")) {
      ProcessHandle service = gatling.serviceUnderLoad();
      Thread.sleep(2_000);
      service.destroyForcibly();
      assertThat(gatling.exitCode()).as(gatling.output()).isEqualTo(SERVICE_FAILED);
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(record.status()).isEqualTo(Status.FAILED);
    assertThat(record.reasons()).contains("the service ended with exit code 137");
  }

  /**
   * Another process burns CPUs for two of twenty seconds. Those leave the window; if the host was
   * so busy besides that too little of it is left, the gate says so. Later the service stands
   * still: the user sees it in the latencies; a reader of the record sees when it was, and how
   * long.
   */
  @Tag("full")
  @Test
  void secondsBesideABusyProcessAreLeftOutAndAStallIsNoted() throws Exception {
    long stopped;
    long continued;
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder, "VertxRestSimulation", "users=20", "requests=160", "warmUpSeconds=1")) {
      ProcessHandle service = gatling.serviceUnderLoad();
      gatling.untilItMeasures();
      Thread.sleep(4_000);
      List<Process> burners = new ArrayList<>();
      for (int i = 0; i < Math.ceilDiv(Runtime.getRuntime().availableProcessors(), 8); i++) {
        burners.add(new ProcessBuilder("timeout", "2", "sh", "-c", "while :; do :; done").start());
      }
      for (Process burner : burners) {
        burner.waitFor();
      }
      Thread.sleep(3_000);
      stopped = System.currentTimeMillis();
      signal(service, "STOP");
      Thread.sleep(4_000);
      signal(service, "CONT");
      continued = System.currentTimeMillis();
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    RunFigures.LoadResult load = record.load().orElseThrow();
    List<ExcludedTime> leftOut = load.window().leftOut();
    if (leftOut.isEmpty()) {
      assertThat(record.failsGate(Gate.HOST)).as(record.toString()).isTrue();
      assertThat(record.reasons()).anyMatch(reason -> reason.startsWith("the host left "));
    } else {
      assertThat(leftOut).anyMatch(each -> each.reason().contains("other processes "));
      assertThat(load.window().keptSeconds())
          .isBetween(load.window().windowSeconds() / 2, load.window().windowSeconds());
      assertThat(record.judgement().notes()).anyMatch(note -> note.startsWith("left out "));
    }
    assertThat(samples().load().seconds())
        .filteredOn(each -> each.ok() == 0)
        .hasSizeGreaterThanOrEqualTo(3);
    // A busy host may have disturbed the seconds of the stall, too, which no figure is of then.
    if (leftOut.stream()
        .noneMatch(each -> new Window(stopped, continued).overlaps(each.fromMs(), each.toMs()))) {
      assertThat(load.longestStallMs()).isFinite().isGreaterThan(3_500);
      assertThat(record.judgement().notes()).anyMatch(note -> note.startsWith("no response for "));
    }
    assertIsSampledOnceASecond();
  }

  /** Also while and after a service stands still. */
  private void assertIsSampledOnceASecond() throws IOException {
    List<Long> times = samples().host().host().stream().map(RunSamples.HostSample::atMs).toList();
    // The last is taken at the end, whenever that is; a busy host may delay one of the others.
    long close =
        IntStream.range(1, times.size() - 1)
            .filter(i -> times.get(i) - times.get(i - 1) < 300)
            .count();
    assertThat(close).as("no burst afterwards: " + times).isLessThan(3);
  }

  private RunSamples samples() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("comparison/runs"))) {
      return new RunFolder(runs.findFirst().orElseThrow()).readSamples().orElseThrow();
    }
  }

  private static void signal(ProcessHandle process, String name)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  private static void assertIsGone(CompletableFuture<ProcessHandle> exit) {
    assertThat(exit).succeedsWithin(60, TimeUnit.SECONDS);
  }
}
