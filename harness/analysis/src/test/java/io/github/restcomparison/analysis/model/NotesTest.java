package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The notes on an experiment, in addition to its figures. */
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
            "connections", Map.of("kept open", 100_000L),
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
            "connections differ: kept open (vertx-rest), closed after each response (jersey-async,"
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
  void equalAndUnknownValuesHaveNoNote() throws IOException {
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

  /** With 1,000 users who wait half a second each, there may be no response for half a second. */
  @Test
  void stallsAndFewRequestsAreNoted() throws IOException {
    load(Service.VERTX_REST, Map.of("longestStallMs", 1_040, "ok", 300));
    load(Service.JERSEY_ASYNC, Map.of("longestStallMs", 700, "ok", 1_000));
    load(Service.JERSEY_SYNC, Map.of("longestStallMs", 1_040, "ok", 999));

    assertThat(notes())
        .containsExactly(
            "p99 is based on fewer than 1,000 requests: 300 (vertx-rest), 999 (jersey-sync)",
            "vertx-rest did not respond for 1.04 s in round 1");
  }

  /** It has a sample a second: the first one may be after the last request. */
  @Test
  void missingMemoryOfAShortWindowIsALimitation() throws IOException {
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
    assertThat(Comparison.of(RecordedRuns.read(folder)).variants().getFirst().limitations())
        .contains("window too short to sample its memory")
        .noneMatch(each -> each.contains("not started here"));
  }

  /** A simulation checks bodies itself, if it does: its requests are not known. */
  @Test
  void uncheckedBodiesAreALimitation() throws IOException {
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
                  .limitations()
                  .contains("bodies not checked (--expect)"))
          .as(expect)
          .isEqualTo(expect.equals("status"));
    }
  }
}
