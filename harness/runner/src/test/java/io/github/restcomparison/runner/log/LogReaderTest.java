package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunFigures.Counts;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected numbers are those that Gatling printed: see how-it-was-made.txt next to the log. */
class LogReaderTest {
  private GatlingLog golden;

  @BeforeEach
  void readGoldenLog() throws IOException {
    golden = GoldenLog.read(GoldenLog.bytes());
  }

  @Test
  void timesLieWithinTheTwoSecondsOfTheRun() {
    // The start is the time in the name of the run's directory, goldensimulation-20261121011256115.
    long start = Instant.parse("2026-11-21T01:12:56.115Z").toEpochMilli();
    assertThat(golden.firstStartMs()).isBetween(start, start + 1_000);
    assertThat(golden.lastEndMs()).isBetween(start + 1_000, start + 2_000);
  }

  @ParameterizedTest
  @CsvSource({
    "in a group, 12, 29, 78, 49",
    "slow,       72, 29, 97, 61",
    "Größe,      72,  1,  9,  3",
  })
  void everyRequestNameHasTheFiguresOfGatlingsReport(
      String name, long ok, int min, int max, long mean) throws IOException {
    Latencies named = golden.figures(List.of(), List.of()).byName().get(name);
    assertThat(named.total()).isEqualTo(ok);
    assertThat(named.counts().firstKey()).isEqualTo(min);
    assertThat(named.counts().lastKey()).isEqualTo(max);
    assertThat(Math.round(named.mean())).isEqualTo(mean);
  }

  /** Requests of one name all failed, and silent ones are missing. */
  @Test
  void onlySuccessfulRequestsHaveLatencies() throws IOException {
    assertThat(golden.figures(List.of(), List.of()).byName())
        .containsOnlyKeys("in a group", "slow", "Größe");
    assertThat(golden.shortestMs()).isEqualTo(1);
  }

  /** 196 requests and 4 that could not be built. */
  @Test
  void countsAreThoseOfGatlingsConsole() {
    Map<String, Long> failures =
        Map.of(
            "status.find.is(200), found 500",
            20L,
            "bodyString.find.is(价格 ✓), failed",
            20L,
            "never built: No attribute named 'absent' is defined ",
            4L);
    assertThat(golden.counts()).isEqualTo(new Counts(200, 156, 44, failures));
  }

  @Test
  void usersOfAllScenariosEnd() {
    assertThat(golden.usersEnded()).isEqualTo(12 + 4);
  }
}
