package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Notes on statuses, bodies, connections and latencies that grow. */
class BehaviourNotesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The requests of a user, without and with an expectation of their bodies. */
  private static final String ORDERS =
      """
      [{"name": "GET /", "weight": 1, "method": "GET", "path": "/", "expect": {"status": "200"}},
       {"name": "items", "weight": 1, "method": "GET", "path": "/i", "expect": {"status": "200"}},
       {"name": "safe", "weight": 1, "method": "GET", "path": "/s", "expect": {"contains": "x"}}]
      """;

  @TempDir private Path folder;

  private List<String> notes() throws IOException {
    return Comparison.of(RecordedRuns.read(folder)).notes();
  }

  private void run(Service service, int round, Consumer<ObjectNode> edit) throws IOException {
    new Records(folder).write(Records.edited(Records.record(service, round, 1, 1), edit));
  }

  private void run(Service service, Consumer<ObjectNode> edit) throws IOException {
    run(service, 1, edit);
  }

  private static Consumer<ObjectNode> with(String name, String json) {
    return record -> record.set(name, JSON.readTree(json));
  }

  private static Consumer<ObjectNode> statuses(String counts, String latencies) {
    return with("responses", "{\"status\": %s}".formatted(counts))
        .andThen(with("latencyByStatus", latencies));
  }

  private static String latency(int p50, int p99) {
    String all =
        "{\"min\": 1, \"mean\": 2, \"p50\": %d, \"p75\": %1$d, \"p90\": %1$d, \"p95\": %1$d, \"p99\": %d,"
            + " \"p999\": %2$d, \"max\": %2$d}";
    return all.formatted(p50, p99);
  }

  private static String latencies(int quick, int slow) {
    return "{\"429\": %s, \"200\": %s}".formatted(latency(quick, 9), latency(slow, 290));
  }

  /** Shares and percentiles are medians of three rounds; the other service has one status. */
  @Test
  void quickErrorsAreNotedWithTheirLatencies() throws IOException {
    run(Service.VERTX_REST, 1, statuses("{\"200\": 30000, \"429\": 70000}", latencies(2, 201)));
    run(Service.VERTX_REST, 2, statuses("{\"200\": 29000, \"429\": 71000}", latencies(1, 203)));
    run(Service.VERTX_REST, 3, statuses("{\"200\": 31000, \"429\": 69000}", latencies(3, 202)));
    for (int round = 1; round <= 3; round++) {
      run(Service.JERSEY_ASYNC, round, with("responses", "{\"status\": {\"200\": 1000}}"));
    }
    String note = "70 % of the responses of vertx-rest are 429, p50 2 ms; 200: p50 202 ms";
    assertThat(notes()).contains(note);

    Report.Result written = Report.write(folder);
    assertThat(written.terminal(TerminalStyle.PLAIN).replaceAll("\\s+", " ")).contains(note);
    assertThat(written.page().overview().orElseThrow().warnings()).contains(note);
    for (String output : List.of("comparison.md", "index.html")) {
      assertThat(Files.readString(folder.resolve(output))).as(output).contains(note);
    }
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains(
            "| variant | status | share, % | p50, ms | p99, ms |",
            "| vertx-rest | 429 | 70 | 2 | 9 |",
            "| vertx-rest | 200 | 30 | 202 | 290 |",
            "| jersey-async | 200 | 100 | 114 | 152 |");
    JsonNode variants = JSON.readTree(folder.resolve("comparison.json").toFile()).get("variants");
    JsonNode statuses = variants.get(0).get("statuses");
    assertThat(statuses.get(0).get("status").asString()).isEqualTo("429");
    assertThat(statuses.get(0).get("share").get("median").asDouble()).isEqualTo(0.7);
    assertThat(statuses.get(1).get("p99").get("median").asInt()).isEqualTo(290);
    assertThat(variants.get(1).has("statuses")).isFalse();
  }

  /** Counts of a run that is not ranked are facts, not figures. */
  @Test
  void sharesOfARunThatIsNotRankedAreNamedWithoutLatencies() throws IOException {
    RunRecord run =
        Records.edited(
            Records.record(Service.VERTX_REST, 1, 1, 1),
            statuses("{\"200\": 30, \"429\": 65, \"503\": 5}", latencies(2, 201)));
    new Records(folder).write(Records.withStatus(run, Status.INVALID, "busy"));
    assertThat(notes())
        .containsExactly("65 % of the responses of vertx-rest are 429; 200: 30 %; 503: 5 %");
  }

  @Test
  void statusOfFewerThanOnePercentIsNotNamed() throws IOException {
    run(Service.VERTX_REST, statuses("{\"200\": 9901, \"429\": 99}", latencies(2, 201)));
    assertThat(notes()).isEmpty();
    run(Service.VERTX_REST, statuses("{\"200\": 9900, \"429\": 100}", latencies(2, 201)));
    assertThat(notes())
        .containsExactly("99 % of the responses of vertx-rest are 200, p50 201 ms; 429: p50 2 ms");
  }

  /** Each kind of request has its own status, and its own latencies on the page. */
  @Test
  void successOfSeveralKindsIsNamedOnlyIfTheyAreOfOneRequest() throws IOException {
    String counts = "{\"200\": 50, \"201\": 50}";
    String latencies = "{\"200\": %s, \"201\": %1$s}".formatted(latency(2, 3));
    run(
        Service.VERTX_REST,
        statuses(counts, latencies)
            .andThen(with("bodies", list(body("a", "200", "", 2, 2), body("b", "201", "", 2, 2)))));
    assertThat(notes()).isEmpty();
    run(
        Service.VERTX_REST,
        statuses(counts, latencies)
            .andThen(with("bodies", list(body("a", "200", "", 2, 2), body("a", "201", "", 2, 2)))));
    assertThat(notes())
        .containsExactly("50 % of the responses of vertx-rest are 200, p50 2 ms; 201: p50 2 ms");
  }

  private static String body(String request, String status, String type, long min, long max) {
    return """
        {"request": "%s", "status": "%s", "number": 50, "types": [%s],
         "minBytes": %d, "maxBytes": %d}"""
        .formatted(request, status, type.isEmpty() ? "" : '"' + type + '"', min, max);
  }

  private static String list(String... all) {
    return "[" + String.join(", ", all) + "]";
  }

  /** Two services of a user whose responses have these bodies. */
  private List<String> bodies(String one, String other) throws IOException {
    for (Map.Entry<Service, String> each :
        Map.of(Service.VERTX_REST, one, Service.JERSEY_ASYNC, other).entrySet()) {
      new Records(folder)
          .write(
              Records.edited(
                  Records.ofUser(Records.record(each.getKey(), 1, 1, 1)),
                  with("bodies", each.getValue())
                      .andThen(
                          json -> {
                            ObjectNode workload = (ObjectNode) json.get("workload");
                            workload.remove("simulation");
                            workload.set("requests", JSON.readTree(ORDERS));
                          })));
    }
    return notes();
  }

  private List<String> sizes(int min, int max, int otherMin, int otherMax) throws IOException {
    return bodies(
        list(body("GET /", "200", "application/json", min, max)),
        list(body("GET /", "200", "application/problem+json", otherMin, otherMax)));
  }

  @Test
  void bodiesOfOtherSizesAreNamed() throws IOException {
    assertThat(sizes(17, 17, 20, 20))
        .containsExactly(
            "bodies differ: vertx-rest 17 bytes of JSON, jersey-async 20: --expect checks them");
    assertThat(sizes(20, 20, 17, 19)).as("apart by less than one varies").isEmpty();
    assertThat(sizes(24, 24, 17, 20))
        .containsExactly(
            "bodies differ: vertx-rest 24 bytes of JSON, jersey-async 17 to 20: --expect checks"
                + " them");
  }

  /** Times and ids: the one is quicker, so that its ids grow longer. */
  @Test
  void bodiesThatVaryAlikeAreNotNamed() throws IOException {
    assertThat(sizes(17, 17, 17, 17)).isEmpty();
    assertThat(sizes(17, 22, 17, 19)).isEmpty();
    assertThat(sizes(20, 22, 16, 18)).as("apart by as much as they vary").isEmpty();
    assertThat(sizes(21, 22, 16, 18)).isNotEmpty();
  }

  @Test
  void bodiesOfOtherKindsAreNamedIfBothStateOne() throws IOException {
    assertThat(
            bodies(
                list(body("GET /", "200", "application/json", 17, 17)),
                list(body("GET /", "200", "text/html", 17, 17))))
        .containsExactly(
            "bodies differ: vertx-rest 17 bytes of JSON, jersey-async 17 bytes of HTML: --expect"
                + " checks them");
    assertThat(
            bodies(
                list(body("GET /", "200", "application/json", 17, 17)),
                list(body("GET /", "200", "", 17, 17))))
        .isEmpty();
  }

  /** It has checked them: what else differs does not matter to the user. */
  @Test
  void bodiesThatAnExpectationChecksAreNotNamed() throws IOException {
    assertThat(
            bodies(
                list(body("safe", "200", "text/plain", 17, 17)),
                list(body("safe", "200", "text/html", 20, 20))))
        .isEmpty();
  }

  @Test
  void oneNoteNamesTheFirstOfSeveralKindsOfRequest() throws IOException {
    assertThat(
            bodies(
                list(
                    body("GET /", "200", "text/plain", 5, 5),
                    body("GET /", "404", "text/plain", 5, 5),
                    body("items", "200", "text/plain", 1, 1)),
                list(
                    body("GET /", "200", "text/plain", 5, 5),
                    body("GET /", "404", "text/plain", 9, 9),
                    body("items", "200", "text/plain", 2, 2))))
        .containsExactly(
            "bodies of GET / with status 404 differ: vertx-rest 5 bytes of text, jersey-async 9"
                + " (and 1 other response): --expect checks them");
  }

  private List<String> reconnects(int requests, String think, int idleMs) throws IOException {
    run(
        Service.VERTX_REST,
        with("reconnects", "{\"requests\": %d, \"idleMs\": %d}".formatted(requests, idleMs))
            .andThen(
                json -> {
                  ((ObjectNode) json.get("load")).put("requests", 1_000);
                  if (!think.isEmpty()) {
                    ((ObjectNode) json.get("settings")).put("think", think);
                  }
                }));
    return notes().stream().filter(each -> each.contains("idle connections")).toList();
  }

  @Test
  void idleConnectionsThatAServiceClosesAreNamedWithThePause() throws IOException {
    assertThat(reconnects(950, "2s", 1_003))
        .containsExactly(
            "vertx-rest closes idle connections after 1 s, sooner than the pause of 2 s: 950 of"
                + " 1,000 requests needed a new connection");
    assertThat(reconnects(500, "1s", 990))
        .containsExactly(
            "vertx-rest closes idle connections after 1 s, about as long as the pause of 1 s: 500"
                + " of 1,000 requests needed a new connection");
    assertThat(reconnects(500, "exp:1s", 990))
        .containsExactly(
            "vertx-rest closes idle connections after 1 s, sooner than pauses of exp:1s may be:"
                + " 500 of 1,000 requests needed a new connection");
    assertThat(reconnects(10, "", 990))
        .containsExactly(
            "vertx-rest closes idle connections after 1 s: 10 of 1,000 requests needed a new"
                + " connection");
  }

  @Test
  void fewNewConnectionsAreNotNamed() throws IOException {
    assertThat(reconnects(9, "2s", 1_003)).as("less than 1 %").isEmpty();
  }

  private static Consumer<ObjectNode> slowdown(double first, double last) {
    return with("slowdown", "{\"firstMs\": %s, \"lastMs\": %s}".formatted(first, last))
        .andThen(json -> ((ObjectNode) json.get("load")).put("steady", false));
  }

  /** The advice to warm up for longer would not help. */
  @Test
  void slowdownIsNotedWithoutWarmUpAdvice() throws IOException {
    run(Service.VERTX_REST, slowdown(21.25, 60.5));
    Comparison comparison = Comparison.of(RecordedRuns.read(folder));
    assertThat(comparison.notes())
        .containsExactly(
            "vertx-rest slows down: mean latency 21.3 ms in the first third of the window, 60.5 ms"
                + " in the last; its figures depend on the duration");
    assertThat(comparison.statement())
        .contains("no run of vertx-rest was steady, which slows down")
        .doesNotContain("--warm-up");
  }

  @Test
  void slowdownOfFewerThanHalfOfTheRunsIsNotNamed() throws IOException {
    run(Service.VERTX_REST, 1, slowdown(20, 60));
    run(Service.VERTX_REST, 2, json -> {});
    assertThat(notes())
        .containsExactly(
            "vertx-rest slows down: mean latency 20 ms in the first third of the window, 60 ms in"
                + " the last (1 of 2 runs); its figures depend on the duration");
    run(Service.VERTX_REST, 3, json -> {});
    assertThat(notes()).isEmpty();
  }
}
