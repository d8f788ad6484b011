package io.github.restcomparison.analysis;

import io.github.restcomparison.analysis.model.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ten rounds have what every other experiment has, and intervals, verdicts, ranks and their charts:
 * {@link PreviewFilesTest} checks what fewer rounds lack. See {@link GoldenFiles} for how to write
 * them anew.
 */
class ReportGoldenTest {
  private static final String[] PAGES = {
    "comparison.json", "comparison.csv", "comparison.md", "page.txt"
  };

  @TempDir private Path comparison;

  @Test
  void tenRounds() throws IOException {
    Rounds.write(new Records(comparison), 10);
    Report.write(comparison);
    GoldenFiles.assertSame(comparison, "ten-rounds", PAGES);
  }
}
