package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Rounds;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalPageTest {
  private static String bar(double percent, double mark) {
    return TerminalPage.bar(10, percent, mark);
  }

  /** The faster has the longer bar, whatever its ceiling is. */
  @Test
  void lengthOfABarIsItsValue() {
    assertThat(bar(100, Double.NaN)).isEqualTo("██████████");
    assertThat(bar(50, Double.NaN)).isEqualTo("█████     ");
    assertThat(bar(21.2, Double.NaN)).isEqualTo("██▏       ");
    assertThat(bar(0, Double.NaN)).isEqualTo("          ");
  }

  @Test
  void ceilingIsAMarkBehindTheBar() {
    assertThat(bar(50, 70)).isEqualTo("█████  │  ");
    assertThat(bar(50, 100)).isEqualTo("█████    │");
    assertThat(bar(50, 50)).isEqualTo("█████│    ");
    assertThat(bar(100, 100)).isEqualTo("██████████");
    assertThat(bar(50, 200)).isEqualTo("█████     ");
  }

  /** The output of `mvn gatling:test` in the worst case. */
  @Test
  void summaryOfThreeThatAreNotValidHasElevenLines() throws IOException {
    Records records = new Records(folder);
    for (Service service : Service.values()) {
      for (int round = 1; round <= 3; round++) {
        records.broken(service, round, Status.INVALID, "the host was disturbed ".repeat(9));
      }
    }
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN).lines().toList())
        .hasSize(11)
        .last()
        .isEqualTo("… and 7 more remarks on the page");
  }

  /** Not what could not be seen of it, and not twice that it is not ranked. */
  @Test
  void runWithoutFiguresHasItsReason() throws IOException {
    Records records = new Records(folder);
    records.write(
        Records.withStatus(
            Records.ofUser(Records.record(Service.VERTX_REST, 1, 1, 1)),
            Status.INVALID,
            "the host was busy"));
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN).lines().toList())
        .containsExactly(
            "INVALID: 1 round; there is nothing to rank",
            "vertx-rest  INVALID, not ranked (0 of 1 run valid)",
            "vertx-rest, round 1 INVALID: the host was busy");
  }

  @Test
  void summaryOfThreeHasThirteenLines() throws IOException {
    for (Service service : Service.values()) {
      new Records(folder).writeWithSamples(Records.record(service, 1, 1, 1));
    }
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN).lines().toList())
        .hasSizeLessThanOrEqualTo(12)
        .noneMatch(line -> line.contains("more remarks"));
  }

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
            vertx-rest answers at least 10 % more requests than jersey-async; at least 4.8 times as many as
              jersey-sync
            vertx-rest has a p99 at least 7 % lower than jersey-async; at least 73 % lower than jersey-sync
            vertx-rest needs at least 72 % less CPU than jersey-async; at least 79 % less than jersey-sync
            vertx-rest and jersey-async are limited by 3.6 to 14 ms of unexplained overhead; jersey-sync by 200
              threads
            """);
  }
}
