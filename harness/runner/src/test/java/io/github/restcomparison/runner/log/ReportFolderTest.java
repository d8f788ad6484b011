package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void findsTheNewestOfTheSimulation() throws IOException {
    assertThat(GatlingLog.reportFolder(results, "VertxRestSimulation"))
        .isEqualTo(results.resolve("vertxrestsimulation-20261122034059000"));
  }

  @Test
  void missingFolderIsAnError() {
    assertThatIOException()
        .isThrownBy(() -> GatlingLog.reportFolder(results, "JerseyAsyncSimulation"))
        .withMessageContaining("no report jerseyasyncsimulation-* in ");
  }
}
