package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.RunFigures.Counts;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins, data that are reset before each run, and records that are used once. */
@Tag("full")
@Order(2)
class StateIT {
  private static final String CHILD = "sleep 876543";

  @TempDir private Path folder;
  private Path out;
  private HttpServer server;
  private final Map<String, LongAdder> deleted = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> logins = new ConcurrentHashMap<>();

  /** Of a run, all but those of its setup must be in its record. */
  private final LongAdder all = new LongAdder();

  private final LongAdder orders = new LongAdder();
  private final LongAdder refused = new LongAdder();

  @BeforeEach
  void start() throws IOException {
    out = folder.resolve("out");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/metrics", exchange -> respond(exchange, 200, "requests_total " + all.sum() + "\n"));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void commandThatFailsEndsTheExperimentWithItsLastLine() throws Exception {
    write("beforeRun: {command: '(exec setsid %s) & echo no ${PATH} >&2; exit 3'}", CHILD);
    try (CompareProcess compare = compare(2)) {
      assertThat(compare.exitCode()).isEqualTo(1);
      assertThat(compare.output())
          .contains("round 1 of 2, one: beforeRun ended with exit code 3: no ${PATH} (")
          .doesNotContain("round 2 of 2");
    }
    try (var runs = Files.walk(out)) {
      assertThat(runs.filter(each -> each.endsWith("before-run.log")))
          .singleElement()
          .satisfies(log -> assertThat(log).hasContent("no ${PATH}\n"));
    }
    RunRecord run = runs().getFirst();
    assertThat(run.status()).isEqualTo(Status.ABORTED);
    assertThat(run.reasons())
        .singleElement()
        .asString()
        .startsWith("beforeRun ended with exit code 3: no ${PATH} (");
    assertThatNoChildIsLeft();
  }

  @Test
  void commandThatDoesNotEndIsEnded() throws Exception {
    write("beforeRun: {command: '%s', limit: 1s}", CHILD);
    try (CompareProcess compare = compare(1)) {
      assertThat(compare.exitCode()).isEqualTo(1);
      assertThat(compare.output()).contains("one: beforeRun did not end within 1 s (");
    }
    assertThatNoChildIsLeft();
  }

  /** The guard of a killed JVM ends what an interrupted JVM ends itself, as EndsIT has it. */
  @Test
  void killEndsTheCommand() throws Exception {
    write("beforeRun: {command: '(exec setsid %1$s) & %1$s'}", CHILD);
    try (CompareProcess compare = compare(1)) {
      compare.until(() -> children() == 2);
      compare.process().destroyForcibly();
      assertThat(compare.exitCode()).isEqualTo(137);
      assertThatNoChildIsLeft();
    }
  }

  /** The data are a file for each order: a second DELETE of one gets 404. */
  @Test
  void ordersAreDeletedOnceEachInBothRounds() throws Exception {
    deleteOrders(2_000, "users: 20, requests: 60, think: 24ms");
    try (CompareProcess compare = compare(2)) {
      compare.exitCode();
      assertThat(compare.output())
          .contains("2,000 records, each used once; a run needs 1,200, its warm-up has the others");
      for (RunRecord run : runs()) {
        assertThat(run.status()).as(compare.output()).isNotEqualTo(Status.FAILED);
        assertThat(run.load().orElseThrow().counts())
            .returns(1_200L, Counts::ok)
            .returns(0L, Counts::ko);
      }
      assertThat(runs()).hasSize(2);
    }
    assertThat(deleted)
        .hasSizeBetween(1_201, 2_000)
        .allSatisfy((id, times) -> assertThat(times.sum()).isLessThanOrEqualTo(2));
    IntStream.rangeClosed(1, 1_200)
        .forEach(id -> assertThat(deleted.get("/orders/" + id).sum()).isEqualTo(2));
  }

  /** Half of the records are for the load; users who need more of them end. */
  @Test
  void runEndsClearlyWhenItsRecordsAreUsedUp() throws Exception {
    deleteOrders(1_000, "users: 10, duration: 5m, think: 12ms");
    Instant start = Instant.now();
    try (CompareProcess compare = compare(1)) {
      assertThat(compare.exitCode()).isEqualTo(1);
      assertThat(compare.output())
          .contains("all 1,000 records of " + folder.resolve("ids.csv") + " are used up");
    }
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofMinutes(4));
    assertThat(runs())
        .singleElement()
        .satisfies(run -> assertThat(run.status()).isEqualTo(Status.INVALID))
        .satisfies(run -> assertThat(run.load().orElseThrow().counts().ko()).isZero());
    assertThat(deleted).hasSize(1_000);
    assertThat(deleted.values()).allSatisfy(times -> assertThat(times.sum()).isEqualTo(1));
  }

  /** Each of the users, and the one who checks, has a record of its own, a token and a cookie. */
  @Test
  void usersLogInForThemselvesAndAgainAfterAStatus() throws Exception {
    Files.writeString(folder.resolve("users.csv"), "name\n" + numbers(6));
    login(25);
    write(
        """
        feeders: [{file: users.csv, once: true}]
        setup:
          requests:
            - {path: /csrf}
            - {method: POST, path: /login, body: "{name} {csrf}"}
          take: {csrf: "cookie:CSRF", token: json:/login/token, id: header:X-Id}
          renewOn: 401
        requests:
          - {path: "/orders/{name}", headers: {Authorization: "Bearer {token}", X-Id: "{id}"},
             expect: {body: "of {name}"}}
        load: {users: 5, requests: 200, think: 6ms, warmUp: 2s}
        """);
    RunRecord run = measured();
    assertThat(run.load().orElseThrow().counts())
        .returns(1_000L, Counts::ok)
        .returns(0L, Counts::ko);
    assertThat(run.judgement().notes())
        .anyMatch(
            note ->
                note.endsWith(
                    "requests were sent in addition to the load: by the setup, or again after a new setup"));
    assertThat(logins.keySet()).containsExactlyInAnyOrder("1", "2", "3", "4", "5", "6");
    // Each token is good for 25 requests, and each user sends 200 of them.
    assertThat(logins.get("1").sum()).isGreaterThanOrEqualTo(200 / 25);
    assertThat(logins.get("6").sum()).as("the one who checks").isEqualTo(1);
    assertThat(refused.sum()).isPositive();
  }

  /**
   * One login is for all. All who are refused share the next token; the run ends with one half
   * used.
   */
  @Test
  void oneLoginIsForAllUsersUntilItIsRefused() throws Exception {
    login(200);
    assertThat(measuredWithOneLogin("renewOn: '401,403'").ko()).isZero();
    long right = orders.sum() - refused.sum();
    assertThat(logins.get("one").sum()).isBetween(right / 200, right / 200 + 1);
  }

  @Tag("nightly")
  @Test
  void oneLoginIsForAllUsersUntilItIsOld() throws Exception {
    login(Integer.MAX_VALUE);
    assertThat(measuredWithOneLogin("renewAfter: 200ms").ko()).isZero();
    assertThat(logins.get("one").sum()).isGreaterThan(2);
  }

  private Counts measuredWithOneLogin(String renewal) throws Exception {
    write(
        """
        setup:
          requests: [{method: POST, path: /login, body: "one x"}]
          take: {token: json:/login/token}
          once: true
          %s
        requests: [{path: "/orders/one", headers: {Authorization: "Bearer {token}"}}]
        load: {users: 20, requests: 200, think: 24ms, warmUp: 2s}
        """,
        renewal);
    RunRecord run = measured();
    assertThat(logins.keySet()).containsExactly("one");
    return run.load().orElseThrow().counts();
  }

  @Test
  void loginThatFailsEndsTheRunWithItsReason() throws Exception {
    login(1);
    write(
        """
        setup: {requests: [{method: POST, path: /login, body: "one"}], take: {token: json:/no}}
        requests: [{path: "/orders/{token}"}]
        """);
    try (CompareProcess compare = compare(1)) {
      assertThat(compare.exitCode()).isEqualTo(1);
      assertThat(compare.output())
          .contains("one: FAILED, GET /orders/{token}: setup: no response has json:/no");
    }
    assertThat(orders.sum()).isZero();
  }

  private static String numbers(int most) {
    return IntStream.rangeClosed(1, most).mapToObj(id -> id + "\n").collect(Collectors.joining());
  }

  private RunRecord measured() throws Exception {
    try (CompareProcess compare = compare(1)) {
      compare.exitCode();
      RunRecord run = runs().getFirst();
      assertThat(run.status()).as(compare.output()).isNotEqualTo(Status.FAILED);
      return run;
    }
  }

  /** The body of a login is a name and the token of a form; its own token is for some requests. */
  private void login(int requests) {
    Map<String, AtomicInteger> left = new ConcurrentHashMap<>();
    server.createContext(
        "/csrf",
        exchange -> {
          all.increment();
          exchange.getResponseHeaders().add("Set-Cookie", "A=b");
          exchange.getResponseHeaders().add("Set-Cookie", "CSRF=x; Path=/");
          respond(exchange, 200, "");
        });
    server.createContext(
        "/login",
        exchange -> {
          all.increment();
          String[] body = new String(exchange.getRequestBody().readAllBytes()).split(" ");
          logins.computeIfAbsent(body[0], any -> new LongAdder()).increment();
          String token = body[0] + "-" + UUID.randomUUID();
          left.put(token, new AtomicInteger(requests));
          exchange.getResponseHeaders().add("X-Id", "id of " + body[0]);
          boolean isRight = body.length == 1 || body[1].equals("x");
          respond(
              exchange, isRight ? 200 : 403, "{\"login\": {\"token\": \"%s\"}}".formatted(token));
        });
    server.createContext(
        "/orders",
        exchange -> {
          orders.increment();
          all.increment();
          String name = exchange.getRequestURI().getPath().replace("/orders/", "");
          String authorization = exchange.getRequestHeaders().getFirst("Authorization");
          String token = authorization.replace("Bearer ", "");
          String id = exchange.getRequestHeaders().getFirst("X-Id");
          boolean isOwn =
              token.startsWith(name + "-") && (id == null || id.equals("id of " + name));
          AtomicInteger known = left.get(token);
          if (!isOwn || known == null) {
            respond(exchange, 400, "");
          } else if (known.decrementAndGet() < 0) {
            refused.increment();
            respond(exchange, 401, "");
          } else {
            respond(exchange, 200, "of " + name);
          }
        });
  }

  private static void respond(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  private void deleteOrders(int number, String load) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    server.createContext(
        "/orders",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          all.increment();
          deleted.computeIfAbsent(path, any -> new LongAdder()).increment();
          boolean isDeleted = Files.deleteIfExists(data.resolve(path.replace("/orders/", "")));
          exchange.sendResponseHeaders(isDeleted ? 204 : 404, -1);
          exchange.close();
        });
    Files.write(
        folder.resolve("ids.csv"),
        Stream.concat(Stream.of("id"), IntStream.rangeClosed(1, number).mapToObj(id -> "" + id))
            .toList());
    write(
        """
        feeders: [{file: ids.csv, once: true}]
        beforeRun: {command: "seq %d | xargs touch; ls | wc -l", directory: data}
        load: {%s, warmUp: 3s}
        requests: [{method: DELETE, path: "/orders/{id}"}]
        """,
        number, load);
  }

  private List<RunRecord> runs() throws IOException {
    List<RunRecord> all = new ArrayList<>();
    try (Stream<Path> runs = Files.list(out.resolve("runs"))) {
      for (Path run : runs.toList()) {
        all.add(new RunFolder(run).readRecord());
      }
    }
    return all;
  }

  private static long children() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").endsWith(CHILD))
        .filter(each -> !each.info().commandLine().orElse("").contains("sh -c"))
        .count();
  }

  /** A guard ends what a killed JVM could not. */
  private static void assertThatNoChildIsLeft() {
    await().atMost(Duration.ofSeconds(30)).until(() -> children() == 0);
  }

  private void write(String state, Object... values) throws IOException {
    Files.writeString(
        folder.resolve("compare.yaml"),
        """
        services:
          one: {url: "http://127.0.0.1:%d", requestCount: /metrics requests_total}
        """
                .formatted(server.getAddress().getPort())
            + state.formatted(values)
            + (state.contains("load:")
                ? ""
                : "\nload: {users: 10, requests: 100, think: 12ms, warmUp: 2s}\n")
            + (state.contains("requests:") ? "" : "\nrequests: [{path: /}]\n"));
  }

  private CompareProcess compare(int rounds) throws IOException {
    return CompareProcess.start(
        GatlingProcess.HEEDS_SIGINT,
        folder,
        "run",
        "--file=" + folder.resolve("compare.yaml"),
        "--out=" + out,
        "--rounds=" + rounds,
        "--control=none");
  }
}
