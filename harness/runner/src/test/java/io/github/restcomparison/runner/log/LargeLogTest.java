package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunSamples.Window;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A log that is much larger than the heap in which it is read. */
@Timeout(120)
class LargeLogTest {
  private static final int USERS = 1_000;
  private static final int LATENCY_MS = 100;
  private static final int WAVES = 3_000;

  /** Reads three million requests of 300 s, 66 MB, with a heap of 24 MB. */
  @Test
  void memoryDoesNotGrowWithTheNumberOfRequests(@TempDir Path folder) throws Exception {
    Path log = write(folder.resolve("simulation.log"), WAVES);
    assertThat(Files.size(log)).isGreaterThan(60_000_000);
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process reading =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-cp",
                classPath,
                LargeLogTest.class.getName(),
                log.toString())
            .redirectErrorStream(true)
            .start();
    String figures = new String(reading.getInputStream().readAllBytes()).strip();
    // The window is without the first and the last wave.
    assertThat(figures)
        .isEqualTo(
            "3000000 requests, 2998000 in 299.8 s, 1000.0 in flight, 301 s, at most 10000/s");
    assertThat(reading.waitFor()).isZero();
  }

  /** Prints the figures of a log; with a number of waves, it writes the log before. */
  public static void main(String... args) throws IOException {
    Path file = Path.of(args[0]);
    if (args.length > 1) {
      write(file, Integer.parseInt(args[1]));
      return;
    }
    GatlingLog log = GatlingLog.read(List.of(file), Optional.empty());
    Window window = log.window(Duration.ZERO, Optional.empty()).orElseThrow();
    LoadFigures figures = log.figures(List.of(window), List.of());
    System.out.printf(
        "%d requests, %d in %.1f s, %.1f in flight, %d s, at most %d/s%n",
        log.counts().requests(),
        figures.inWindow().total(),
        window.seconds(),
        figures.inFlight(),
        figures.seconds().stream().filter(second -> second.ok() > 0).count(),
        figures.seconds().stream().mapToLong(second -> second.ok()).max().orElse(0));
  }

  /** Users who all send a request every 100 ms, and get responses one after the other. */
  private static Path write(Path file, int waves) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      LogBytes log = new LogBytes(out);
      for (int user = 0; user < USERS; user++) {
        log.user(GatlingLog.SCENARIO, true, 0);
      }
      for (int wave = 1; wave <= waves; wave++) {
        for (int user = 0; user < USERS; user++) {
          long endMs = (long) wave * LATENCY_MS;
          log.request("GET", endMs - LATENCY_MS, endMs, true, "");
        }
      }
      for (int user = 0; user < USERS; user++) {
        log.user(GatlingLog.SCENARIO, false, (long) waves * LATENCY_MS);
      }
    }
    return file;
  }
}
