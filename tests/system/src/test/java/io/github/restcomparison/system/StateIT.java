package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data that are reset before each run. */
class StateIT {
  private static final String CHILD = "sleep 876543";

  @TempDir private Path folder;
  private Path out;
  private HttpServer server;

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
        load: {users: 10, requests: 100, warmUp: 2s}
        """
                .formatted(server.getAddress().getPort())
            + state.formatted(values)
            + (state.contains("\nrequests:") ? "" : "\nrequests: [{path: /}]\n"));
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
