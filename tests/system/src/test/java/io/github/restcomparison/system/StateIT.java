package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Counts;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data that are reset before each run, and records that are used once. */
class StateIT {
  private static final String CHILD = "sleep 876543";

  @TempDir private Path folder;
  private Path out;
  private HttpServer server;
  private final Map<String, LongAdder> deleted = new ConcurrentHashMap<>();

  @BeforeEach
  void start() throws IOException {
    out = folder.resolve("out");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void commandThatFailsEndsTheExperimentWithItsLastLine() throws Exception {
    write("beforeRun: {command: '(exec setsid %s) & echo no ${PATH} >&2; exit 3'}", CHILD);
    try (CompareProcess compare = compare()) {
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
    assertThatNoChildIsLeft();
  }

  @Tag("full")
  @Test
  void commandThatDoesNotEndIsEnded() throws Exception {
    write("beforeRun: {command: '%s', limit: 1s}", CHILD);
    try (CompareProcess compare = compare()) {
      assertThat(compare.exitCode()).isEqualTo(1);
      assertThat(compare.output()).contains("one: beforeRun did not end within 1 s (");
    }
    assertThatNoChildIsLeft();
  }

  @Tag("full")
  @Test
  void interruptAndKillEndTheCommand() throws Exception {
    write("beforeRun: {command: '(exec setsid %1$s) & %1$s'}", CHILD);
    for (String signal : List.of("INT", "KILL")) {
      out = folder.resolve(signal);
      try (CompareProcess compare = compare()) {
        compare.until(() -> children() == 2);
        String pid = Long.toString(compare.process().pid());
        new ProcessBuilder("kill", "-" + signal, pid).start().waitFor();
        assertThat(compare.exitCode()).isEqualTo(signal.equals("INT") ? 130 : 137);
        assertThatNoChildIsLeft();
      }
    }
  }

  /** The data are a file for each order: a second DELETE of one is answered with 404. */
  @Test
  void ordersAreDeletedOnceEachInBothRounds() throws Exception {
    deleteOrders(7_000, "users: 50, requests: 100");
    try (CompareProcess compare = compare()) {
      compare.exitCode();
      assertThat(compare.output())
          .contains("7,000 records, each used once; a run needs 5,000, its warm-up has the others");
      for (RunRecord run : runs()) {
        assertThat(run.status()).as(compare.output()).isNotEqualTo(Status.FAILED);
        assertThat(run.load().orElseThrow().counts())
            .returns(5_000L, Counts::ok)
            .returns(0L, Counts::ko);
      }
      assertThat(runs()).hasSize(2);
    }
    assertThat(deleted)
        .hasSizeBetween(5_001, 7_000)
        .allSatisfy((id, times) -> assertThat(times.sum()).isLessThanOrEqualTo(2));
    IntStream.rangeClosed(1, 5_000)
        .forEach(id -> assertThat(deleted.get("/orders/" + id).sum()).isEqualTo(2));
  }

  /** Half of the records are for the load; users who need more of them end. */
  @Tag("full")
  @Test
  void runEndsClearlyWhenItsRecordsAreUsedUp() throws Exception {
    deleteOrders(2_000, "users: 10, duration: 60s");
    Instant start = Instant.now();
    try (CompareProcess compare = compare()) {
      assertThat(compare.exitCode()).isEqualTo(1);
      assertThat(compare.output())
          .contains("all 2,000 records of " + folder.resolve("ids.csv") + " are used up");
    }
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(110));
    for (RunRecord run : runs()) {
      assertThat(run.status()).isEqualTo(Status.INVALID);
      assertThat(run.load().orElseThrow().counts().ko()).isZero();
    }
    assertThat(deleted).hasSize(2_000);
    assertThat(deleted.values()).allSatisfy(times -> assertThat(times.sum()).isEqualTo(2));
  }

  private void deleteOrders(int number, String load) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    server.createContext(
        "/orders",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
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
  private static void assertThatNoChildIsLeft() throws InterruptedException {
    Instant limit = Instant.now().plus(Duration.ofSeconds(30));
    while (children() > 0 && Instant.now().isBefore(limit)) {
      Thread.sleep(100);
    }
    assertThat(children()).isZero();
  }

  private void write(String state, Object... values) throws IOException {
    Files.writeString(
        folder.resolve("compare.yaml"),
        """
        services: {one: {url: "http://127.0.0.1:%d"}}
        """
                .formatted(server.getAddress().getPort())
            + state.formatted(values)
            + (state.contains("load:") ? "" : "\nload: {users: 10, requests: 100, warmUp: 2s}\n")
            + (state.contains("requests:") ? "" : "\nrequests: [{path: /}]\n"));
  }

  private CompareProcess compare() throws IOException {
    return CompareProcess.start(
        GatlingProcess.HEEDS_SIGINT,
        folder,
        "run",
        "--file=" + folder.resolve("compare.yaml"),
        "--out=" + out,
        "--rounds=2",
        "--control=none",
        "--no-calibrate");
  }
}
