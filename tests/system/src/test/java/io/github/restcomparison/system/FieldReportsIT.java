package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.HabitsServer;
import io.github.restcomparison.system.driver.HabitsServer.Request;
import io.github.restcomparison.system.driver.HabitsServer.Response;
import io.github.restcomparison.system.driver.RecordsOf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that public reports say other load generators change on their way. */
@Tag("full")
@Order(4)
class FieldReportsIT {
  private static final Set<Request> REFUSED = ConcurrentHashMap.newKeySet();

  /** One that the check sends once. */
  private static final String COLD = "/x?f=a|b";

  private static final AtomicInteger COLD_REQUESTS = new AtomicInteger();

  @TempDir private static Path folder;
  private static String said;
  private static Map<String, RunRecord> runs;

  @BeforeAll
  static void measure() throws Exception {
    Path file = folder.resolve("compare.yaml");
    try (HabitsServer strict = new HabitsServer(FieldReportsIT::strict)) {
      Files.writeString(
          file,
          """
          services: {strict: {url: "%s"}}
          requests:
            - {name: cookie, path: /cookie, headers: {Cookie: S=1}}
            - {name: host, path: /host, headers: {Host: shop.example.test, Connection: close}}
            - {name: tags, path: /tags, headers: {X-Tag: [a, b]}}
            - name: gzip
              path: /gzip
              headers: {Accept-Encoding: gzip}
              expect: {json: {/id: 42}}
            - {name: dots, path: /a/../b}
            - {name: hints, path: /hints}
            - {name: old, path: /old}
            - {name: bar, path: "%s"}
            - {name: moved, path: /moved, expect: {status: 302, headers: {Location: /}}}
            - {name: missing, path: /missing, expect: {status: 404}}
            - {name: text, method: POST, path: /text, body: 'Hi $${name}'}
          load: {users: 3, duration: 3s, think: 5ms, warmUp: 1s}
          """
              .formatted(strict.uri(), COLD));
      try (CompareProcess compare =
          CompareProcess.start(
              folder,
              "run",
              "--file",
              file.toString(),
              "--rounds",
              "1",
              "--control=none",
              "--out",
              folder.resolve("out").toString())) {
        compare.exitCode();
        said = compare.output();
      }
    }
    runs = RecordsOf.oneRound(folder.resolve("out"));
  }

  /** Each request must come over the wire as it was given, in the check and under load. */
  @Test
  void requestsGoOutAsTheyWereGiven() {
    RunRecord run = runs.get("strict");
    assertThat(REFUSED).isEmpty();
    assertThat(run.figures().load().orElseThrow().counts().ko()).as(said).isZero();
    assertThat(run.figures().latencyByRequest()).hasSize(11);
    // The server closes the connection of /host without saying so: it was asked to.
    assertThat(run.failsGate(Gate.REPEATED)).as("%s", run.reasons()).isFalse();
  }

  /** It neither has a length nor says that it is the last one. */
  @Test
  void connectionThatEndsWithAResponseIsClosed() {
    assertThat(
            runs.get("strict").figures().behaviour().responses().orElseThrow().get("connections"))
        .containsKeys("closed after each response", "kept open");
  }

  /**
   * A cold service fails a request after that of the check: the warm-up goes on, and the record
   * says so.
   */
  @Test
  void failureInTheWarmUpIsNoted() {
    assertThat(runs.get("strict").judgement().notes())
        .as(said)
        .anyMatch(
            note ->
                note.matches("1 of \\d+ requests of the warm-up failed: status 503, expected 2xx"));
  }

  @Test
  void whatIsNotSeenOfAnAddressIsSaid() throws IOException {
    assertThat(runs.get("strict").server()).isEmpty();
    assertThat(Files.readString(folder.resolve("out/comparison.md")))
        .contains("limitations: not restarted", "CPU, memory and threads not measured");
  }

  private static Response strict(Request request) {
    boolean isRight =
        switch (request.target()) {
          case "/cookie" -> request.has("cookie: S=1");
          case "/host" ->
              request.has("host: shop.example.test")
                  && request.headers().stream().filter(each -> each.startsWith("host:")).count()
                      == 1
                  && request.has("connection: close");
          case "/tags" -> request.has("x-tag: a") && request.has("x-tag: b");
          case "/gzip" -> request.has("accept-encoding: gzip");
          // Gatling adds no User-Agent, neither in the check nor under load.
          case "/hints" ->
              request.headers().stream().noneMatch(each -> each.startsWith("user-agent:"));
          case "/a/../b", COLD, "/text", "/old", "/moved", "/missing" -> true;
          default -> false;
        };
    if (!isRight) {
      REFUSED.add(request);
      return Response.of(401, "not as given: " + request);
    }
    if (request.target().equals(COLD) && COLD_REQUESTS.incrementAndGet() == 3) {
      return Response.of(503, "cold");
    }
    return switch (request.target()) {
      case "/gzip" -> new Response(200, List.of("Content-Encoding: gzip"), zipped("{\"id\": 42}"));
      case "/hints" -> Response.of(200, "ok").afterInformation();
      case "/moved" -> new Response(302, List.of("Location: /"), new byte[0]);
      case "/missing" -> Response.of(404, "nothing here");
      case "/old" -> new Response(200, List.of(), new byte[] {'o', 'k'}, true);
      default ->
          new Response(200, List.of("Set-Cookie: lang=en"), "ok".getBytes(StandardCharsets.UTF_8));
    };
  }

  private static byte[] zipped(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
