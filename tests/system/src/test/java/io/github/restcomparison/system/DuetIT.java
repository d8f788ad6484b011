package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two variants at once: each has its record, and both were measured in the same seconds. */
@Tag("full")
class DuetIT {
  @TempDir private Path folder;

  @Test
  void bothAreMeasuredAtTheSameTime() throws Exception {
    Path out = folder.resolve("out");
    String[] small = {
      "run",
      "--duet",
      "--variants",
      "vertx-rest,jersey-vertx",
      "--rounds",
      "1",
      "--users",
      "10",
      "--requests",
      "120",
      "--delay",
      "50ms",
      "--warm-up",
      "4s",
      "--host-check",
      "0s",
      "--out",
      out.toString()
    };
    String output;
    try (CompareProcess compare = CompareProcess.start(folder, small)) {
      int code = compare.exitCode();
      output = compare.output();
      // a host that is busy with other tests may make either run INVALID
      assertThat(code).as(output).isBetween(0, 1);
    }
    List<Window> windows = new ArrayList<>();
    try (Stream<Path> runs = Files.list(out.resolve("runs"))) {
      for (Path run : runs.toList()) {
        RunRecord record = new RunFolder(run).readRecord();
        boolean isVertx = record.variant().equals("vertx-rest");
        assertThat(record.beside()).isEqualTo(Optional.of(isVertx ? "jersey-vertx" : "vertx-rest"));
        assertThat(record.gates()).extracting(GateResult::name).doesNotContain(GateResult.HOST);
        assertThat(GatlingProcess.objections(record)).isEmpty();
        assertThat(record.server().orElseThrow().cpuMicrosPerRequest()).isPresent();
        windows.add(new RunFolder(run).readSamples().orElseThrow().window().orElseThrow());
      }
    }
    Window one = windows.getFirst();
    Window other = windows.getLast();
    long together = Math.min(one.endMs(), other.endMs()) - Math.max(one.startMs(), other.startMs());
    assertThat(together).isGreaterThan((one.endMs() - one.startMs()) / 2);
    assertThat(output)
        .containsPattern("both at once, vertx-rest: (IN)?VALID, ")
        .containsPattern("both at once, jersey-vertx: (IN)?VALID, ");
    assertThat(Files.readString(out.resolve("comparison.md")))
        .contains("A duet: both are measured at the same");
    assertThat(Files.readString(out.resolve("comparison.json"))).contains("\"duet\" : true");
  }
}
