package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.TerminalStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class LightLoadTest {
  @TempDir private Path folder;

  private String page(double share) throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.record(Service.JERSEY_SYNC, 1, share, 1),
                json -> ((ObjectNode) json.get("server")).put("cpuCores", 0.325 * share)));
    Report.write(folder);
    return Files.readString(folder.resolve("comparison.md"));
  }

  /** A twentieth of 1,970 requests/s, of 165 µs each: 0.01625 CPUs. */
  @Test
  void costAtALowRateHasANote() throws IOException {
    assertThat(page(0.05)).contains("these services use few CPUs (jersey-sync 0.0163)");
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN)).contains("few CPUs");
  }

  @Test
  void costAtAHighRateHasNone() throws IOException {
    assertThat(page(1)).doesNotContain("few CPUs");
  }
}
