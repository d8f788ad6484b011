package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalPageTest {

  @TempDir private Path folder;

  @Test
  void fitsATerminal() throws IOException {
    Rounds.write(new Records(folder), 10);
    String table = Report.write(folder).terminal(TerminalStyle.PLAIN);

    assertThat(table.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(101));
    assertThat(table)
        .isEqualTo(
            """
            vertx-rest    9,555/s  ██████████████████████████▊│  p99 140 ms  33.5 µs CPU
            jersey-async  8,591/s  ████████████████████████   │  p99 152 ms   121 µs CPU
            jersey-sync   1,970/s  █████▌                        p99 541 ms   165 µs CPU
            vertx-rest is 11 % (10 to 12 %) faster than jersey-async; 4.9 (4.8 to 4.9) times as fast as
              jersey-sync
            jersey-async needs 3.6 times the CPU of vertx-rest; jersey-sync 4.9 (4.9 to 5.0) times
            """);
  }
}
