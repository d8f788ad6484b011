package io.github.restcomparison.analysis;

import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.model.Rounds;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** See {@link GoldenFiles} for how to write them anew. */
class ReportGoldenTest {
  private static final String[] PAGES = {
    "comparison.json", "comparison.csv", "comparison.md", "page.txt"
  };

  @TempDir private Path comparison;

  @Test
  void oneRound() throws IOException {
    for (Service service : Service.values()) {
      new Records(comparison).valid(service, 1, 1, 1);
    }
    Report.write(comparison);
    GoldenFiles.assertSame(comparison, "one-round", PAGES);
  }

  @Test
  void oneRoundOfWhichOneFailed() throws IOException {
    Records records = new Records(comparison);
    records.valid(Service.VERTX_REST, 1, 1, 1);
    records.valid(Service.JERSEY_SYNC, 1, 1, 1);
    records.broken(Service.JERSEY_ASYNC, 1, Status.FAILED, "37 requests failed");
    Report.write(comparison);
    GoldenFiles.assertSame(comparison, "one-failed", PAGES);
  }

  @Test
  void tenRounds() throws IOException {
    Rounds.write(new Records(comparison), 10);
    Report.write(comparison);
    GoldenFiles.assertSame(comparison, "ten-rounds", PAGES);
  }
}
