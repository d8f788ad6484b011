package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.cli.CompareInProcess;
import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --profile}: where services spend their CPU, of which one is no JVM. */
@Order(2)
class ProfileIT {
  @TempDir private Path folder;

  @Tag("full")
  @Test
  void jvmsAreProfiledAfterTheVerdictAndOthersSayThatTheyAreNone() throws Exception {
    Path out = folder.resolve("out");
    String java = "exec '" + Cmd.JAVA + "' -m jdk.httpserver -b 127.0.0.1 -p {port}";
    try (CompareProcess compare =
        CompareProcess.start(
            folder,
            "run",
            "--out=" + out,
            "--service=jvm=" + java,
            "--service=python=exec python3 -m http.server --bind 127.0.0.1 {port}",
            "--get=/",
            "--users=8", // without a pause: enough samples on a busy host, too
            "--duration=3s",
            "--warm-up=1s",
            "--rounds=1",
            "--control=none",
            "--profile")) {
      compare.exitCode();
      assertThat(RecordsOf.oneRound(out)).as(compare.output()).containsOnlyKeys("jvm", "python");
      Path page = out.resolve("comparison.md");
      assertThat(page).as(compare.output()).exists();
      assertThat(page)
          .content()
          .contains(
              "## Where the CPU goes",
              "jdk.httpserver",
              "python: not profiled: no JVM with a Flight Recorder was seen");
      List<Path> recordings;
      try (Stream<Path> files = Files.walk(out)) {
        recordings =
            files
                .filter(each -> each.getFileName().toString().equals(CpuProfile.RECORDING))
                .toList();
      }
      assertThat(recordings).hasSize(1);
      assertThat(RecordingFile.readAllEvents(recordings.getFirst())).isNotEmpty();
      String shown = Files.readString(page);
      Files.delete(page);
      CompareInProcess.run("report", out.toString());
      assertThat(page).hasContent(shown);
    }
  }
}
