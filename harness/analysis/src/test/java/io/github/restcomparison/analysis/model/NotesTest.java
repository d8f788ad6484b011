package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.statistics.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What is said of an experiment beside its figures. */
class NotesTest {
  @TempDir private Path folder;

  private List<String> notes() throws IOException {
    return Comparison.of(RecordedRuns.read(folder)).notes();
  }

  /** A run whose responses had these values, by trait and value, and whose JVM these settings. */
  private void run(
      Service service, Map<String, Map<String, Long>> responses, Map<String, String> settings)
      throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.record(service, 1, 1, 1),
                json -> {
                  settings.forEach(((ObjectNode) json.get("service"))::put);
                  responses.forEach(
                      (trait, counts) ->
                          counts.forEach(json.withObject("responses").withObject(trait)::put));
                }));
  }

  @Test
  void eachDifferenceIsALineWithItsValues() throws IOException {
    run(
        Service.VERTX_REST,
        Map.of(
            "status", Map.of("200", 99_990L, "503", 10L),
            "protocol", Map.of("HTTP/1.1 over TLS", 100_000L),
            "compression", Map.of("gzip", 100_000L),
            "connections", Map.of("not said to be closed", 100_000L),
            "keep-alive", Map.of("timeout=5, max=9", 500L, "timeout=5, max=100", 500L)),
        Map.of("heap", "512 MiB", "collector", "Parallel"));
    Map<String, Map<String, Long>> others =
        Map.of(
            "status", Map.of("200", 50_000L, "404", 50_000L),
            "protocol", Map.of("HTTP/1.1", 100_000L),
            "compression", Map.of("none", 100_000L),
            "connections", Map.of("closed after each response", 100_000L),
            "keep-alive", Map.of("no limit stated", 1000L));
    run(Service.JERSEY_ASYNC, others, Map.of("heap", "256 MiB", "collector", "Serial"));
    run(Service.JERSEY_SYNC, others, Map.of("heap", "512 MiB"));

    assertThat(notes())
        .containsExactly(
            "heap differs: 512 MiB (vertx-rest, jersey-sync), 256 MiB (jersey-async)",
            "garbage collector differs: Parallel (vertx-rest), Serial (jersey-async)",
            "response status differs: 200 (vertx-rest), 50 % 200 and 50 % 404 (jersey-async, jersey-sync)",
            "protocol differs: HTTP/1.1 over TLS (vertx-rest), HTTP/1.1 (jersey-async, jersey-sync)",
            "compression differs: gzip (vertx-rest), none (jersey-async, jersey-sync)",
            "connections differ: not said to be closed (vertx-rest), closed after each response (jersey-async,"
                + " jersey-sync)",
            "keep-alive limits differ: timeout=5, max=100 (vertx-rest), no limit stated"
                + " (jersey-async, jersey-sync)");
    Report.write(folder);
    for (String output : List.of("comparison.md", "index.html")) {
      assertThat(Files.readString(folder.resolve(output))).as(output).contains("heap differs: 512");
    }
  }

  /** Both shed load, the one much more of it. Requests that are drawn differ by chance. */
  @Test
  void sharesDiffer() throws IOException {
    Map<String, Map<String, Long>> few =
        Map.of(
            "status", Map.of("200", 99_000L, "503", 1_000L),
            "compression", Map.of("gzip", 50_000L, "none", 50_000L));
    run(Service.VERTX_REST, few, Map.of());
    run(
        Service.JERSEY_ASYNC,
        Map.of(
            "status", Map.of("200", 40_000L, "503", 60_000L),
            "compression", Map.of("gzip", 51_000L, "none", 49_000L)),
        Map.of());
    run(Service.JERSEY_SYNC, few, Map.of());

    assertThat(notes())
        .containsExactly(
            "response status differs: 99 % 200 and 1 % 503 (vertx-rest, jersey-sync), 40 % 200 and"
                + " 60 % 503 (jersey-async)");
  }

  @Test
  void whatIsTheSameOrNotKnownIsNotSaid() throws IOException {
    Map<String, Map<String, Long>> same = Map.of("status", Map.of("200", 100_000L));
    run(Service.VERTX_REST, same, Map.of("heap", "512 MiB"));
    run(Service.JERSEY_ASYNC, same, Map.of("heap", "512 MiB"));
    run(Service.JERSEY_SYNC, Map.of(), Map.of());

    assertThat(notes()).isEmpty();
    Report.write(folder);
    assertThat(folder.resolve("comparison.md")).content().doesNotContain("What to know");
  }

  private void load(Service service, Map<String, Number> figures) throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.record(service, 1, 1, 1),
                json ->
                    figures.forEach(
                        (name, value) ->
                            ((ObjectNode) json.get("load")).put(name, value.intValue()))));
  }

  /** Of 1,000 users who wait half a second each, nobody may be answered for half a second. */
  @Test
  void serviceThatStoodStillAndPercentilesOfFewAreNamed() throws IOException {
    load(Service.VERTX_REST, Map.of("longestStallMs", 1_040, "ok", 300));
    load(Service.JERSEY_ASYNC, Map.of("longestStallMs", 700, "ok", 1_000));
    load(Service.JERSEY_SYNC, Map.of("longestStallMs", 1_040, "ok", 999));

    assertThat(notes())
        .containsExactly(
            "vertx-rest answered nothing for 1.04 s in round 1",
            "p99 rests on fewer than 1,000 requests: 300 (vertx-rest), 999 (jersey-sync)");
  }

  /** It has a sample a second: the first one may come after the last request. */
  @Test
  void memoryOfAShortWindowWasNotSeen() throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.ofUser(Records.record(Service.VERTX_REST, 1, 1, 1)),
                json -> {
                  ((ObjectNode) json.get("user"))
                      .putObject("from")
                      .put("command", "service {port}");
                  ((ObjectNode) json.get("server")).remove(List.of("rssPeak", "threadsPeak"));
                }));
    assertThat(Comparison.of(RecordedRuns.read(folder)).variants().getFirst().unseen())
        .contains("no sample of its memory in so short a window")
        .noneMatch(each -> each.contains("not started here"));
  }

  /** A simulation checks bodies itself, if it does: its requests are not known. */
  @Test
  void bodiesThatNothingChecksWereNotSeen() throws IOException {
    for (String expect : List.of("status", "contains")) {
      new Records(folder)
          .write(
              Records.edited(
                  Records.ofUser(Records.record(Service.VERTX_REST, 1, 1, 1)),
                  json -> {
                    ObjectNode workload = (ObjectNode) json.get("workload");
                    workload.remove("simulation");
                    workload
                        .putArray("requests")
                        .addObject()
                        .put("name", "GET /")
                        .put("weight", 1)
                        .put("method", "GET")
                        .put("path", "/")
                        .putObject("expect")
                        .put(expect, "200");
                  }));
      assertThat(
              Comparison.of(RecordedRuns.read(folder))
                  .variants()
                  .getFirst()
                  .unseen()
                  .contains("whether bodies are right (--expect)"))
          .as(expect)
          .isEqualTo(expect.equals("status"));
    }
  }

  /**
   * Anscombe's first data set (The American Statistician 27:17, 1973), whose slope he prints as
   * 0.500 with a standard error of 0.118; R's {@code confint(lm(y1 ~ x1, anscombe))} gives
   * 0.2333701 to 0.7668120. His sums by hand: Sxx 110, Sxy 55.01, residuals 13.76269, t(9)
   * 2.262157.
   */
  @Test
  void aSlopeHasTheIntervalOfTheTextbook() {
    double[] x = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
    double[] y = {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68};

    Interval slope = Notes.slope(x, y, 0.95);

    assertThat(slope.low()).isCloseTo(0.2333701, within(1e-6));
    assertThat(slope.high()).isCloseTo(0.7668120, within(1e-6));
  }

  private void rounds(int rounds, IntToDoubleFunction throughput) throws IOException {
    Records records = new Records(folder);
    for (int round = 1; round <= rounds; round++) {
      double noise = 1 + 0.002 * (round % 3 - 1);
      records.valid(Service.VERTX_REST, round, noise * throughput.applyAsDouble(round), 1);
      records.valid(Service.JERSEY_ASYNC, round, noise, 1);
    }
  }

  /** With the noise of both, 2 % a round: 97.5 % each are 95 % for two variants. */
  @Test
  void aServiceThatSlowsDownFromRoundToRoundIsNoted() throws IOException {
    rounds(8, round -> Math.pow(0.98, round));

    assertThat(notes()).hasSize(1);
    assertThat(notes().getFirst())
        .matches(
            "vertx-rest slows down: its throughput falls by (1\\.9\\d|2|2\\.0\\d) % a round"
                + " \\(97\\.5 % interval 1\\.\\d+ to 2\\.\\d+ %, 8 rounds\\)");
  }

  @Test
  void fewRoundsNoiseAndAServiceThatSpeedsUpAreNotNoted() throws IOException {
    rounds(4, round -> Math.pow(0.9, round));
    assertThat(notes()).as("four rounds").isEmpty();

    rounds(8, round -> round % 2 == 0 ? 1.05 : 0.95);
    assertThat(notes()).as("noise").isEmpty();

    rounds(8, round -> Math.pow(1.02, round));
    assertThat(notes()).as("faster").isEmpty();
  }
}
