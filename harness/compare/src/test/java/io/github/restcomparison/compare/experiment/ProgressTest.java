package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The progress that a user sees during an experiment. */
class ProgressTest {
  private final StringWriter screen = new StringWriter();

  @Test
  void watchedItNamesTheRunTheRateAndTheTimeLeft() {
    Progress progress = progress(true);
    progress.runStarted(
        "round 3 of 10, vertx-rest", () -> Optional.of(Duration.ofMillis(1_234_999)));
    progress.showRate("load 9,764 requests/s");
    assertThat(screen.toString())
        .contains("round 3 of 10, vertx-rest: starting (0 s, at most about 20 min 34 s left)")
        .endsWith(
            "round 3 of 10, vertx-rest: load 9,764 requests/s (0 s, at most about 20 min 34 s left)")
        .doesNotContain("\n");
  }

  @Test
  void unwatchedThereIsALineForEachRun(@TempDir Path folder) throws Exception {
    Progress progress = progress(false);
    progress.runStarted("round 3 of 10, jersey-sync", Optional::empty);
    progress.showRate("load 9,764 requests/s");
    assertThat(screen.toString()).isEmpty();
    progress.runEnded(record(folder));
    progress.print("the host is busy");
    assertThat(screen.toString().lines())
        .hasSize(2)
        .first(InstanceOfAssertFactories.STRING)
        .startsWith("round 3 of 10, jersey-sync: VALID, ")
        .endsWith(" requests/s");
  }

  private static RunRecord record(Path folder) throws IOException {
    try (InputStream run =
        ProgressTest.class.getResourceAsStream("/run-folder/recorded/run.json")) {
      Files.write(folder.resolve("run.json"), run.readAllBytes());
      return new RunFolder(folder).readRecord();
    }
  }

  private Progress progress(boolean watched) {
    return new Progress(new PrintWriter(screen, true), watched);
  }
}
