package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The throughputs are far apart; whether the costs are decided is up to each test. */
class EndingTest {
  @TempDir private Path folder;

  /** Rounds in which jersey-sync costs as much as jersey-async, but for an error that grows. */
  private Optional<String> after(int rounds, double error) throws IOException {
    Records records = new Records(folder);
    for (int round = 1; round <= rounds; round++) {
      double noise = 1 + (round % 2 == 0 ? error : -error);
      records.valid(Service.VERTX_REST, round, 1, 1);
      records.valid(Service.JERSEY_ASYNC, round, 1, 1);
      records.valid(Service.JERSEY_SYNC, round, 1, 121 / 165.0 * noise);
    }
    return Statement.endReason(Report.write(folder).comparison());
  }

  @Test
  void endsBeforeItsLastRoundWhenAllIsDecided() throws IOException {
    new Records(folder).planned(10, OptionalLong.empty());
    assertThat(after(4, .001)).hasValue("4 of at most 10 rounds: every pair is decided.");
  }

  @Test
  void reportsTheRoundsNeeded() throws IOException {
    new Records(folder).planned(6, OptionalLong.empty());
    assertThat(after(6, .06).orElseThrow())
        .matches(
            "6 of 6 rounds: 5 of 6 comparisons decided; jersey-async and jersey-sync are not told"
                + " apart by CPU per request \\(noise 10\\.8 %\\); about \\d+ more rounds would"
                + " decide\\.");
  }

  @Test
  void isEmptyBeforeTheFirstAnalysis() throws IOException {
    new Records(folder).planned(10, OptionalLong.empty());
    assertThat(after(2, .001)).isEmpty();
  }
}
