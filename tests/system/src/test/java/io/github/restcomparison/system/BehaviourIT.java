package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.restcomparison.records.Behaviour;
import io.github.restcomparison.records.Behaviour.Bodies;
import io.github.restcomparison.records.Behaviour.Reconnects;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.HabitsServer;
import io.github.restcomparison.system.driver.HabitsServer.Manner;
import io.github.restcomparison.system.driver.HabitsServer.Request;
import io.github.restcomparison.system.driver.HabitsServer.Response;
import io.github.restcomparison.system.driver.RecordsOf;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that refuse some requests, that close connections, or serve one at a time. */
@Tag("full")
@Order(4)
class BehaviourIT {
  private static final int SLOW_MS = 60;
  private static final int IDLE_MS = 200;

  @TempDir private static Path folder;
  private static Map<String, RunRecord> runs;
  private static String said;

  @BeforeAll
  static void measure() throws Exception {
    Path file = folder.resolve("compare.yaml");
    AtomicInteger number = new AtomicInteger();
    try (HabitsServer limit =
            new HabitsServer(
                _ -> number.incrementAndGet() % 3 == 0 ? slow() : Response.of(429, "slow down"));
        HabitsServer shortLived = new HabitsServer(_ -> json(), new Manner(IDLE_MS, false));
        HabitsServer single = new HabitsServer(_ -> json(), new Manner(0, true));
        HabitsServer dropping = new HabitsServer(BehaviourIT::dropping)) {
      Files.writeString(
          file,
          """
          services:
            limit: {url: "%s"}
            short: {url: "%s"}
            single: {url: "%s"}
            dropping: {url: "%s"}
          requests: [{path: /orders, expect: {status: "200,429"}}]
          load: {users: 3, duration: 4s, think: %dms, warmUp: 1s}
          """
              .formatted(limit.uri(), shortLived.uri(), single.uri(), dropping.uri(), 2 * IDLE_MS));
      try (CompareProcess compare =
          CompareProcess.start(
              folder,
              "run",
              "--file=" + file,
              "--rounds=1",
              "--control=none",
              "--out=" + folder.resolve("out"))) {
        compare.exitCode(); // one of them fails
        said = compare.output();
      }
    }
    runs = RecordsOf.oneRound(folder.resolve("out"));
  }

  private static Response slow() {
    LockSupport.parkNanos(Duration.ofMillis(SLOW_MS).toNanos());
    return Response.of(200, "ok");
  }

  private static Response json() {
    return new Response(
        200,
        List.of("Content-Type: application/json; charset=utf-8"),
        "{\"id\": 42}".getBytes(StandardCharsets.UTF_8));
  }

  /** Closes each connection on its fourth request. */
  private static Response dropping(Request request) {
    return request.number() == 4 ? null : Response.of(200, "ok");
  }

  /** The latencies of the log, parted by what Gatling's client saw: nothing is lost. */
  @Test
  void latenciesOfEachStatusAreThoseOfAllParted() throws Exception {
    RunRecord run = runs.get("limit");
    Behaviour seen = run.figures().behaviour();
    Map<String, Latency> latencies = seen.latencyByStatus().orElseThrow();
    assertThat(latencies).as(said).containsOnlyKeys("200", "429");
    assertThat(latencies.get("200").min()).isGreaterThanOrEqualTo(SLOW_MS - 1);
    assertThat(latencies.get("429").min()).isLessThan(SLOW_MS - 1);
    Latency all = run.load().orElseThrow().latency().orElseThrow();
    assertThat(List.of(latencies.get("200").max(), latencies.get("429").max())).contains(all.max());
    assertThat(latencies.get("429").min()).isEqualTo(all.min());
    Map<String, Long> counts = seen.responses().orElseThrow().get("status");
    assertThat(counts.get("200") + counts.get("429"))
        .isEqualTo(run.load().orElseThrow().counts().ok());
    assertThat(Files.readString(folder.resolve("out/comparison.md")))
        .containsPattern("6\\d % of the responses of limit are 429");
  }

  @Test
  void bodiesDifferAndAreNamed() throws Exception {
    assertThat(runs.get("short").figures().behaviour().bodies().orElseThrow())
        .as(said)
        .singleElement()
        .extracting(Bodies::types, Bodies::minBytes, Bodies::maxBytes)
        .containsExactly(List.of("application/json"), 10L, 10L);
    // A busy host leaves no figures to compare.
    assumeThat(List.of(runs.get("limit"), runs.get("short")))
        .extracting(RunRecord::status)
        .containsOnly(Status.VALID);
    // Named in the order of the ranking, which chance decides: all send as their pauses allow.
    for (String body : List.of("limit 2 bytes", "short 10 bytes of JSON")) {
      assertThat(Files.readString(folder.resolve("out/comparison.md")))
          .containsPattern(
              "bodies with status 200 differ: [^\n]*%s[^\n]*: --expect checks them"
                  .formatted(body));
    }
  }

  @Test
  void connectionsThatAreClosedBeforeTheNextRequestAreNamed() throws Exception {
    RunRecord run = runs.get("short");
    Reconnects reconnects = run.figures().behaviour().reconnects().orElseThrow();
    long requests = run.load().orElseThrow().counts().requests();
    assertThat(reconnects.requests()).as(said).isBetween(requests - 3, requests + 3);
    // From the end of a response to the close, as the client sees both: either may be late.
    assertThat(reconnects.idleMs()).isBetween(0.5 * IDLE_MS, 2.0 * IDLE_MS);
    assertThat(run.failsGate(Gate.REPEATED)).as("%s", run.reasons()).isFalse();
    assertThat(Files.readString(folder.resolve("out/comparison.md")))
        .containsPattern("short closes idle connections after 0\\.\\d s, .* the pause of 0.4 s: ");
    assertThat(runs.get("limit").figures().behaviour().reconnects()).isEmpty();
  }

  @Test
  void requestsThatAreSentAgainMakeARunInvalid() {
    RunRecord run = runs.get("dropping");
    assertThat(run.status()).as(said).isEqualTo(Status.INVALID);
    assertThat(run.reasons())
        .anyMatch(reason -> reason.matches("\\d+ of \\d+ requests were sent again: .*"));
  }

  @Test
  void serviceThatServesOneConnectionAtATimeFailsWithThatReason() {
    RunRecord run = runs.get("single");
    assertThat(run.status()).as(said).isEqualTo(Status.FAILED);
    assertThat(run.reasons())
        .singleElement()
        .asString()
        .startsWith("serves 1 connection at a time: 2 more had no response within 10 s");
  }
}
