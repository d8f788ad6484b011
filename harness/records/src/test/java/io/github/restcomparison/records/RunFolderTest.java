package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  @TempDir private Path temp;

  private static final RunRecord FAILED =
      new RunRecord(
          new RunRecord.Identity(
              "20261121", "jersey-sync", Optional.empty(), 1, 2, 1, "2026-11-21T01:00:00Z"),
          new RunRecord.Judgement(
              Status.FAILED,
              List.of("it died"),
              List.of(),
              List.of(new GateResult(Gate.ANSWERS, false, List.of("it died")))),
          ClosedLoad.of(1_000, 100, 100, Wait.FIXED, OptionalInt.of(200), 40_000),
          new RunRecord.Subject(
              Map.of("backlog", "4096"),
              new Environment(
                  new Environment.Host("Linux", "CPU", 2, 1L << 34, "25"),
                  new Environment.Cpus(Pinning.NONE, OptionalInt.empty(), OptionalInt.of(2)),
                  "3.15.1",
                  Optional.empty(),
                  List.of(),
                  List.of(),
                  Optional.empty()),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()),
          RunFigures.NONE,
          RunRecord.Extras.NONE);

  @Test
  void recordIsReadBack() throws IOException {
    RunFolder folder = new RunFolder(temp.resolve("runs/01"));
    folder.write(FAILED);
    assertThat(folder.readRecord()).isEqualTo(FAILED);
  }

  @Test
  void unmeasuredFigureIsMissingAndNotZero() throws IOException {
    RunFolder folder = new RunFolder(temp);
    folder.write(FAILED);
    assertThat(Files.readString(folder.recordFile()))
        .contains("\"variant\" : \"jersey-sync\"", "\"requests\" : 100", "\"workers\" : 200")
        .contains("\"name\" : \"answers\"")
        .doesNotContain("null", "\"load\"", "\"server\"", "\"gatlingReport\"");
  }

  @Test
  void recordAndSamplesOfARunAreRead() throws IOException {
    RunFolder folder = new RunFolder(Path.of("src/test/resources/run-folder/recorded"));
    assertThat(folder.readRecord().load().orElseThrow().throughput()).isEqualTo(177.177);
    assertThat(folder.readRecord().figures().host()).isEmpty();
    assertThat(folder.readSamples().orElseThrow().host().service()).isNotEmpty();
    assertThat(folder.readSamples().orElseThrow().host().serviceJvm()).isNotEmpty();
  }

  /** The groups of a record are for Java alone: scripts find all figures where they were. */
  @Test
  void groupsAreFlatInTheFile() throws IOException {
    RunFolder folder = new RunFolder(temp);
    RunFigures.InWindow window = new RunFigures.InWindow(10, 9, List.of(), 100, 1, 2, Double.NaN);
    RunFigures.LoadResult load =
        new RunFigures.LoadResult(
            new RunFigures.Counts(10, 9, 1, Map.of("status 500", 1L)),
            window,
            Optional.empty(),
            Double.NaN,
            Optional.empty(),
            10,
            true);
    RunRecord record =
        new RunRecord(
            FAILED.identity(),
            FAILED.judgement(),
            FAILED.settings(),
            FAILED.subject(),
            RunFigures.of(Optional.of(load)),
            new RunRecord.Extras(
                Optional.empty(), Optional.empty(), Optional.of("gatling/index.html")));
    folder.write(record);
    assertThat(folder.readRecord()).isEqualTo(record);
    assertThat(Files.readString(folder.recordFile()))
        .contains("\"failures\"", "\"keptSeconds\" : 9,", "\"steady\" : true", "\"gatlingReport\"")
        .doesNotContain(
            "identity", "verdict", "subject", "figures", "extras", "counts", "window\"");
  }

  /** A service repeats them, and a JVM reports its flags, also those of a script. */
  @Test
  void secretsAreHidden() {
    RunRecord.Subject subject = FAILED.subject();
    Environment environment = subject.environment();
    ServiceSpec user =
        ServiceSpec.of(
            new ServiceSpec.Origin.Command("java -Dkey=${KEY} {port}", Optional.empty()),
            Map.of(),
            Optional.empty());
    RunFigures.LoadResult load =
        new RunFigures.LoadResult(
            new RunFigures.Counts(1, 0, 1, Map.of("body 'planted-1' is not JSON", 1L)),
            new RunFigures.InWindow(10, 9, List.of(), 100, 1, 2, Double.NaN),
            Optional.empty(),
            Double.NaN,
            Optional.empty(),
            10,
            true);
    RunRecord record =
        new RunRecord(
            FAILED.identity(),
            new RunRecord.Judgement(Status.FAILED, List.of("planted-1"), List.of(), List.of()),
            FAILED.settings(),
            new RunRecord.Subject(
                Map.of("password", "planted-1"),
                new Environment(
                    environment.host(),
                    environment.placement(),
                    environment.gatling(),
                    Optional.of(List.of("-Xmx1g", "-Dkey=planted-1", "-Dother=unknown")),
                    List.of("-Xmx2g"),
                    List.of("a.jar"),
                    Optional.empty()),
                Optional.of(user),
                Optional.empty(),
                Optional.empty()),
            RunFigures.of(Optional.of(load)),
            RunRecord.Extras.NONE);
    RunRecord hidden = record.withoutSecrets(new Secrets(Map.of("KEY", "planted-1")));
    assertThat(JsonFiles.text(hidden)).doesNotContain("planted", "unknown");
    assertThat(hidden.subject().environment().serviceJvm().orElseThrow())
        .containsExactly("-Xmx1g", "-Dkey=${KEY}", "-Dother=***");
    assertThat(hidden.load().orElseThrow().counts().failures())
        .isEqualTo(Map.of("body '${KEY}' is not JSON", 1L));
    assertThat(FAILED.withoutSecrets(new Secrets(Map.of("KEY", "planted-1")))).isEqualTo(FAILED);
  }

  @Test
  void noOtherFilesRemain() throws IOException {
    RunFolder folder = new RunFolder(temp);
    folder.write(FAILED);
    folder.write(FAILED);
    try (Stream<Path> files = Files.list(temp)) {
      assertThat(files).containsExactly(folder.recordFile());
    }
  }

  @Test
  void damagedRecordIsNamedInOneLine() throws IOException {
    RunFolder folder = new RunFolder(temp);
    folder.write(FAILED);
    byte[] whole = Files.readAllBytes(folder.recordFile());
    Files.write(folder.recordFile(), Arrays.copyOf(whole, whole.length / 2));
    assertThatIOException()
        .isThrownBy(folder::readRecord)
        .withMessageStartingWith(folder.recordFile() + " is not a record");
    Files.writeString(folder.recordFile(), "null");
    assertThatIOException().isThrownBy(folder::readRecord).withMessageEndingWith("it is null");
  }

  /** A disk of 64 KiB, if the system lets the test mount one. */
  @Test
  void fullDiskLeavesTheEarlierRecordAsItWas() throws IOException, InterruptedException {
    Path disk = Files.createDirectory(temp.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString())).isZero();
    try {
      RunFolder folder = new RunFolder(disk);
      folder.write(FAILED);
      assertThatIOException()
          .isThrownBy(() -> RunFolder.writeWhole(folder.recordFile(), new byte[100_000]))
          .withMessageStartingWith("cannot write " + folder.recordFile())
          .withMessageContaining("No space left");
      assertThat(folder.readRecord()).isEqualTo(FAILED);
      assertThat(disk.resolve("run.json.part")).doesNotExist();
    } finally {
      run("umount", disk.toString());
    }
  }

  @Test
  void folderThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.write(temp.resolve("file"), "x".getBytes(StandardCharsets.UTF_8));
    assertThatIOException()
        .isThrownBy(() -> RunFolder.writeWhole(file.resolve("run.json"), new byte[1]))
        .withMessageStartingWith("cannot write " + file.resolve("run.json"));
  }

  private static int run(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // there is no such program here
    }
  }
}
