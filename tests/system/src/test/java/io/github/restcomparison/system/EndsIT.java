package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.system.driver.CompareProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ends {@code compare}, nothing that it started outlives its limit. */
@Tag("full")
@Order(4)
class EndsIT {
  /** Longer than the 10 s after which the load generator was once killed, with its guards. */
  private static final int STOP_LIMIT_S = 12;

  private static final String STUBBORN =
      """
      import http.server, signal, sys
      signal.signal(signal.SIGTERM, signal.SIG_IGN)
      http.server.test(HandlerClass=http.server.SimpleHTTPRequestHandler, port=int(sys.argv[1]), bind='127.0.0.1')
      """;

  @TempDir private Path folder;

  /** The daemon ignores SIGTERM, and has no environment that tells whose it is. */
  @Test
  void daemonThatIgnoresItsSignalIsEndedAfterAnInterruptAndAKill() throws Exception {
    try (CompareProcess interrupted = start("interrupted");
        CompareProcess killed = start("killed")) {
      interrupted.until(() -> isMeasured("interrupted"));
      killed.until(() -> isMeasured("killed"));
      killed.process().destroyForcibly();
      interrupted.process().destroy();
      interrupted.exitCode();
      assertThat(left("interrupted")).as("when it has ended").isFalse();
      await().atMost(Duration.ofSeconds(STOP_LIMIT_S + 30)).until(() -> !left("killed"));
    }
  }

  private CompareProcess start(String name) throws Exception {
    Path own = Files.createDirectories(folder.resolve(name));
    Path server = Files.writeString(own.resolve("stubborn.py"), STUBBORN);
    Path file =
        Files.writeString(
            own.resolve("compare.yaml"),
            """
            services:
              one:
                command: "setsid -f env -i $(command -v python3) %s {port} > /dev/null 2>&1; sleep 999"
                stopLimit: %ds
            requests: [{path: /}]
            load: {users: 2, duration: 60s, think: 100ms, warmUp: 1s}
            """
                .formatted(server, STOP_LIMIT_S));
    return CompareProcess.start(
        own,
        "run",
        "--file",
        file.toString(),
        "--rounds=1",
        "--control=none",
        "--out",
        own + "/out");
  }

  private boolean isMeasured(String name) throws Exception {
    Path log = folder.resolve(name).resolve("out/runs/01-01-one/gatling.log");
    return Files.exists(log) && Files.readString(log).contains("responds as expected");
  }

  private boolean left(String name) {
    String server = folder.resolve(name).resolve("stubborn.py").toString();
    return ProcessHandle.allProcesses()
        .anyMatch(each -> each.info().commandLine().orElse("").contains(server));
  }
}
