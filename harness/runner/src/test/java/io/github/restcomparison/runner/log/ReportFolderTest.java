package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A results folder with several runs of one minute. */
class ReportFolderTest {
  @TempDir private Path results;

  @BeforeEach
  void runs() throws IOException {
    for (String name :
        new String[] {
          "vertxrestsimulation-20261122034000000",
          "vertxrestsimulation-20261122034035209",
          "vertxrestsimulation-20261122034059000",
          "vertxrestsimulation-notes",
          "jerseysyncsimulation-20261122034035300"
        }) {
      Files.createDirectory(results.resolve(name));
    }
  }

  @Test
  void findsTheFirstFolderSinceTheSimulationBegan() throws IOException {
    assertThat(folder("2026-11-22T03:40:35.200Z")).endsWith("-20261122034035209");
    assertThat(folder("2026-11-22T03:40:36Z")).endsWith("-20261122034059000");
  }

  @Test
  void gatlingsClockMayBeBehind() throws IOException {
    assertThat(folder("2026-11-22T03:40:35.211Z")).endsWith("-20261122034035209");
  }

  @Test
  void missingFolderIsAnError() {
    assertThatIOException()
        .isThrownBy(() -> folder("2026-11-22T03:41:00Z"))
        .withMessageContaining("no folder of this run, such as vertxrestsimulation-2026112203");
  }

  private String folder(String beforeEnded) throws IOException {
    return GatlingLog.reportFolder(results, "VertxRestSimulation", Instant.parse(beforeEnded))
        .toString();
  }
}
