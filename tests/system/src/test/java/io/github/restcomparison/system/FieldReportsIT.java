package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.HabitsServer;
import io.github.restcomparison.system.driver.HabitsServer.Request;
import io.github.restcomparison.system.driver.HabitsServer.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that public reports say other load generators change on their way. */
class FieldReportsIT {
  private static final Set<Request> REFUSED = ConcurrentHashMap.newKeySet();

  @TempDir private Path folder;

  /** Each request must come over the wire as it was given, in the check and under load. */
  @Test
  void requestsGoOutAsTheyWereGiven() throws Exception {
    RunRecord run =
        run(
            FieldReportsIT::strict,
            """
            requests:
              - {name: cookie, path: /cookie, headers: {Cookie: S=1}}
              - {name: host, path: /host, headers: {Host: shop.example.test, Connection: close}}
              - {name: tags, path: /tags, headers: {X-Tag: [a, b]}}
              - name: gzip
                path: /gzip
                headers: {Accept-Encoding: gzip}
                expect: {json: {/id: 42}}
              - {name: dots, path: /a/../b}
              - {name: bar, path: "/x?f=a|b"}
              - {name: moved, path: /moved, expect: {status: 302, headers: {Location: /}}}
              - {name: missing, path: /missing, expect: {status: 404}}
              - {name: text, method: POST, path: /text, body: 'Hi $${name}'}
            """);
    assertThat(REFUSED).isEmpty();
    assertThat(run.figures().load().orElseThrow().counts().ko()).as(said).isZero();
    assertThat(run.figures().latencyByRequest()).hasSize(9);
    // The server closes the connection of /host without saying so: it was asked to.
    assertThat(run.isRefusedBy("repeated")).as("%s", run.reasons()).isFalse();
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
          case "/", "/a/../b", "/x?f=a|b", "/text", "/moved", "/missing" -> true;
          default -> false;
        };
    if (!isRight) {
      REFUSED.add(request);
      return Response.of(401, "not as given: " + request);
    }
    return switch (request.target()) {
      case "/gzip" -> new Response(200, List.of("Content-Encoding: gzip"), zipped("{\"id\": 42}"));
      case "/moved" -> new Response(302, List.of("Location: /"), new byte[0]);
      case "/missing" -> Response.of(404, "nothing here");
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

  /** Without a User-Agent it is refused, as the load would be. */
  @Test
  void checkFailsAsTheLoadWouldWithOneLine() throws Exception {
    RunRecord run =
        run(
            request ->
                request.headers().stream().anyMatch(each -> each.startsWith("user-agent:"))
                    ? Response.of(200, "ok")
                    : Response.of(403, "who are you?"),
            "requests: [{path: /orders}]");
    assertThat(run.verdict().status()).as(said).isEqualTo(Status.FAILED);
    assertThat(run.verdict().reasons()).containsExactly("a: GET /orders: status 403, expected 2xx");
  }

  /**
   * A cold service fails a request after that of the check: the warm-up goes on, and the record
   * says so.
   */
  @Test
  void failureInTheWarmUpIsNoted() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    RunRecord run =
        run(
            request ->
                request.target().equals("/orders") && requests.incrementAndGet() == 3
                    ? Response.of(503, "cold")
                    : Response.of(200, "ok"),
            "requests: [{path: /orders}]");
    assertThat(run.figures().load().orElseThrow().counts().ko()).as(said).isZero();
    assertThat(run.verdict().notes())
        .anyMatch(
            note ->
                note.matches("1 of \\d+ requests of the warm-up failed: status 503, expected 2xx"));
  }

  private String said;

  private RunRecord run(HabitsServer.Habit habit, String requests) throws Exception {
    Path file = folder.resolve("compare.yaml");
    Path out = folder.resolve("out");
    try (HabitsServer server = new HabitsServer(habit)) {
      Files.writeString(
          file,
          "services: {a: {url: \"%s\"}}\n%s\nload: {users: 3, duration: 3s, warmUp: 1s}\n"
              .formatted(server.uri(), requests));
      try (CompareProcess compare =
          CompareProcess.start(
              folder,
              "run",
              "--file",
              file.toString(),
              "--rounds",
              "1",
              "--control=none",
              "--no-calibrate",
              "--out",
              out.toString())) {
        compare.exitCode();
        said = compare.output();
      }
    }
    return GatlingProcess.records(out).getFirst();
  }
}
