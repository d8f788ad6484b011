package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.compare.cli.CompareInProcess;
import io.github.restcomparison.compare.cli.CompareInProcess.Ended;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * An experiment of four runs: killed while it is at work, gone on with on a full disk, gone on with
 * to its end. Each test goes on where the one before it has left the folder.
 */
@Order(1)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CompareIT {
  private static final String[] SMALL = {
    "--variants",
    "vertx-rest",
    "--control",
    "vertx-rest",
    "--rounds",
    "1",
    "--users",
    "20",
    "--requests",
    "30",
    "--delay",
    "50ms",
    "--warm-up",
    "0s"
  };

  @TempDir private static Path folder;
  private static Path experiment;

  @BeforeAll
  static void path() {
    experiment = folder.resolve("experiment");
  }

  @Test
  @Order(1)
  void killedExperimentLeavesNoProcessAndAllThatItHasMeasured() throws Exception {
    List<ProcessHandle> processes;
    try (CompareProcess compare = CompareProcess.start(folder, run(SMALL))) {
      compare.until(() -> !recordFiles().isEmpty());
      // A process that has just been made has the CPUs of who made it, until it asks for its own.
      compare.until(() -> eachSideIsOnItsOwnCpus(jvms(compare)));
      processes = jvms(compare);
      compare.process().destroyForcibly();
      // Two seconds if there is CPU time for them; a host that others use may have less.
      for (ProcessHandle process : processes) {
        assertThat(process.onExit()).succeedsWithin(60, TimeUnit.SECONDS);
      }
    }
    assertThat(records()).isNotEmpty().extracting(RunRecord::status).doesNotContain(Status.FAILED);
  }

  /** Without the shells that guard services. */
  private static List<ProcessHandle> jvms(CompareProcess compare) {
    return compare
        .process()
        .descendants()
        .filter(each -> each.info().command().orElse("").endsWith("java"))
        .toList();
  }

  private static boolean eachSideIsOnItsOwnCpus(List<ProcessHandle> processes) throws IOException {
    Set<String> allowed = new HashSet<>();
    for (ProcessHandle process : processes) {
      Path status = Path.of("/proc", Long.toString(process.pid()), "status");
      try (Stream<String> lines = Files.lines(status)) {
        lines.filter(line -> line.startsWith("Cpus_allowed_list")).forEach(allowed::add);
      } catch (NoSuchFileException e) {
        return false; // it has ended
      }
    }
    return processes.size() == 2
        && (Placement.ofThisHost().equals(Placement.ANYWHERE) || allowed.size() == 2);
  }

  @Tag("full")
  @Test
  @Order(2)
  void fullDiskIsNamedAndLeavesEarlierRecordsAsTheyWere() throws Exception {
    assumeTrue(shell("unshare -rm mount -t tmpfs none /mnt") == 0, "no mounts in a namespace here");
    Map<Path, FileTime> before = recordFiles();
    // A disk with room for what there is and one block more; a run takes four at least.
    String disk =
        """
        cp -rp $0/runs $0-runs
        for run in $0-runs/*; do grep -sq VALID $run/run.json || rm -r $run; done
        mount -t tmpfs -o size=%dk none $0/runs
        cp -rp $0-runs/. $0/runs
        "$@"; code=$?
        rm -rf $0-runs; cp -rp $0/runs $0-runs; exit $code
        """
            .formatted(kibibytes() + 4);
    List<String> prefix = List.of("unshare", "-rm", "sh", "-c", disk, experiment.toString());
    try (CompareProcess compare =
        CompareProcess.start(prefix, folder, "run", "--resume", experiment.toString())) {
      assertThat(compare.exitCode()).as(compare.output()).isEqualTo(1);
      assertThat(compare.output()).contains("No space left on device");
    }
    assertThat(recordFiles()).isEqualTo(before);
    Path there = folder.resolve("experiment-runs");
    for (Path record : before.keySet()) {
      assertThat(there.resolve(experiment.resolve("runs").relativize(record)))
          .hasSameBinaryContentAs(record);
    }
  }

  @Tag("full")
  @Test
  @Order(3)
  void interruptedExperimentSaysHowToGoOn() throws Exception {
    Map<Path, FileTime> before = recordFiles();
    try (CompareProcess compare =
        CompareProcess.start(
            GatlingProcess.HEEDS_SIGINT, folder, "run", "--resume", experiment.toString())) {
      compare.until(() -> jvms(compare).size() >= 2);
      List<ProcessHandle> processes = jvms(compare);
      new ProcessBuilder("kill", "-INT", Long.toString(compare.process().pid())).start().waitFor();
      assertThat(compare.exitCode()).isEqualTo(130);
      assertThat(compare.output().strip())
          .endsWith(
              "interrupted; continue with ./compare run --resume %s --allow-concurrent"
                  .formatted(experiment));
      for (ProcessHandle process : processes) {
        assertThat(process.onExit()).succeedsWithin(60, TimeUnit.SECONDS);
      }
    }
    assertThat(recordFiles()).containsAllEntriesOf(before);
  }

  @Test
  @Order(4)
  void resumedExperimentCompletesAndMeasuresNothingTwice() throws Exception {
    Map<Path, FileTime> before = recordFiles();
    try (CompareProcess compare =
        CompareProcess.start(folder, "run", "--json", "--resume", experiment.toString())) {
      assertThat(compare.exitCode()).as(compare.output()).isIn(0, 1);
      assertThat(compare.output()).contains("\"control\" : \"vertx-rest\"", "\"seed\" : ");
    }
    assertThat(records())
        .extracting(record -> record.variant() + " " + record.round())
        .containsOnly("vertx-rest 1", "vertx-rest-control 1");
    assertThat(records()).extracting(RunRecord::status).doesNotContain(Status.ABORTED);
    Map<Path, FileTime> finished = recordFiles();
    before.keySet().removeIf(record -> !finished.containsKey(record));
    assertThat(finished).containsAllEntriesOf(before);
    assertThat(experiment.resolve("unfinished")).isNotEmptyDirectory();
    assertThat(experiment.resolve("index.html")).isNotEmptyFile();
  }

  @Tag("full")
  @Test
  @Order(5)
  void finishedExperimentMeasuresNothingMoreAndSaysSo() throws Exception {
    Map<Path, FileTime> before = recordFiles();
    try (CompareProcess compare =
        CompareProcess.start(folder, "run", "--resume", experiment.toString())) {
      assertThat(compare.exitCode()).as(compare.output()).isIn(0, 1);
      assertThat(compare.output())
          .contains(
              "ended after round 1: its one round is measured", "all runs are already measured");
    }
    assertThat(recordFiles()).containsAllEntriesOf(before);
  }

  @Test
  @Order(6)
  void whatWasMeasuredCanBeReportedListedAndCompared() {
    Ended report = CompareInProcess.run("report", experiment.toString());
    assertThat(report.exitCode()).isIn(0, 1);
    assertThat(report.output()).contains("vertx-rest", experiment.resolve("index.html").toString());
    Ended list = CompareInProcess.run("list", folder.toString());
    assertThat(list.exitCode()).isZero();
    assertThat(list.output()).containsPattern(experiment + "  run, runs: 2 of 2, vertx-rest");
    Ended diff = CompareInProcess.run("diff", experiment.toString(), experiment.toString());
    // One round is no verdict, and a run that a busy host disturbed is not compared.
    assertThat(diff.exitCode()).as(diff.output()).isEqualTo(2);
    assertThat(diff.output())
        .containsPattern("vertx-rest( +\\S+){4} +(preview|not comparable)")
        .contains("compare: not judged: vertx-rest");
  }

  private static String[] run(String... options) {
    String placement = !Placement.ofThisHost().equals(Placement.ANYWHERE) ? "--pin" : "--no-pin";
    return Stream.concat(
            Stream.of("run", placement, "--out", experiment.toString()), Stream.of(options))
        .toArray(String[]::new);
  }

  private static List<RunRecord> records() throws IOException {
    List<RunRecord> records = new ArrayList<>();
    for (Path file : recordFiles().keySet()) {
      records.add(new RunFolder(file.getParent()).readRecord());
    }
    return records;
  }

  /** Those of the runs that were measured; what was ended from outside is done again. */
  private static Map<Path, FileTime> recordFiles() throws IOException {
    Map<Path, FileTime> files = new TreeMap<>();
    if (!Files.exists(experiment.resolve("runs"))) {
      return files;
    }
    try (Stream<Path> runs = Files.list(experiment.resolve("runs"))) {
      for (Path run : runs.toList()) {
        Path record = run.resolve("run.json");
        if (Files.exists(record) && new RunFolder(run).readRecord().status() != Status.ABORTED) {
          files.put(record, Files.getLastModifiedTime(record));
        }
      }
    }
    return files;
  }

  /** How many KiB the runs that are over take on a disk of 4 KiB blocks. */
  private static long kibibytes() throws IOException {
    long blocks = 0;
    for (Path record : recordFiles().keySet()) {
      try (Stream<Path> files = Files.walk(record.getParent()).filter(Files::isRegularFile)) {
        for (Path file : files.toList()) {
          blocks += Math.ceilDiv(Files.size(file), 4_096);
        }
      }
    }
    return 4 * blocks;
  }

  private static int shell(String command) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", command).start().waitFor();
  }
}
