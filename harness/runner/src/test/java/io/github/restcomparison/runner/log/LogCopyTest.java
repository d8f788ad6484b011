package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.RunSamples.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCopyTest {
  private static final String WARM_UP = GatlingLog.WARM_UP;

  @TempDir private Path folder;
  private Path log;

  @BeforeEach
  void name() {
    log = folder.resolve("simulation.log");
  }

  /** Gatling wrote the log: what is not of the warm-up is written as Gatling writes it. */
  @Test
  void logOfGatlingWithoutAWarmUpStaysByteForByte() throws IOException {
    byte[] golden = GoldenLog.bytes();
    assertThat(rest(golden)).isEqualTo(golden);
  }

  /** Strings are first seen in removed records: a name, a message, a group. */
  @Test
  void logIsAsIfTheWarmUpHadNeverBeen() throws IOException {
    assertThat(rest(load(true))).isEqualTo(load(false));
    GatlingLog rest = GatlingLog.read(List.of(log), Optional.empty());
    assertThat(rest.counts().requests()).isEqualTo(7);
    assertThat(rest.counts().failures()).containsOnlyKeys("status 500", "价格 ✓", "x: not built");
    assertThat(rest.firstStartMs()).isEqualTo(300);
    LoadFigures figures = rest.figures(List.of(new Window(0, 1_000)), List.of());
    assertThat(figures.byName()).containsOnlyKeys("GET", "Größe");
  }

  private static byte[] load(boolean withWarmUp) {
    return LogBytes.of(
        log -> {
          log.user(GatlingLog.SCENARIO, true, 0);
          if (withWarmUp) {
            String[] names = GatlingLog.warmUpNames();
            log.request(names[0], 0, 100, true, "");
            log.request(
                List.of("outer", "inner"), names[names.length - 1], 100, 200, false, "status 500");
            log.error(names[1] + ": No attribute named 'x' is defined", 200);
          }
          log.user("other", true, 200);
          log.group(List.of("outer"), 100, 200);
          log.request("GET", 300, 400, true, "");
          if (withWarmUp) {
            log.request(WARM_UP, 300, 400, false, "价格 ✓");
          }
          log.request("GET", 400, 500, false, "status 500");
          log.request(List.of("outer", "inner"), "Größe", 500, 600, true, "");
          log.request("GET", 600, 700, false, "价格 ✓");
          log.error("x: not built", 700);
          log.request("GET", 700, 800, false, "status 500");
          if (withWarmUp) {
            log.request(WARM_UP, 700, 800, true, "");
          }
          log.request("GET", 800, 900, true, "");
          log.user(GatlingLog.SCENARIO, false, 900);
          log.user("other", false, 900);
        });
  }

  /** Its name may be longer than the buffer. */
  @Test
  void longStringsAreCopied() throws IOException {
    String message = "long ✓".repeat(50_000);
    byte[] without = LogBytes.of(log -> log.request("GET", 0, 100, false, message));
    byte[] with =
        LogBytes.of(
            log ->
                log.request(WARM_UP, 0, 100, false, message)
                    .request("GET", 0, 100, false, message));
    assertThat(rest(with)).isEqualTo(without);
  }

  @Test
  void logOfAWarmUpAloneHasNoRequest() throws IOException {
    byte[] rest = rest(LogBytes.of(log -> log.request(WARM_UP, 0, 100, true, "")));
    assertThat(rest).isEqualTo(LogBytes.of(log -> {}));
  }

  @Test
  void damagedLogIsUnchanged() throws IOException {
    byte[] golden = GoldenLog.bytes();
    byte[] damaged = Arrays.copyOf(golden, golden.length + 1);
    Files.write(log, damaged);
    assertThatIOException()
        .isThrownBy(() -> LogCopy.replace(log, UnaryOperator.identity()))
        .withMessage(log + ": damaged in the record that starts at byte " + golden.length);
    assertThat(log).hasBinaryContent(damaged);
    assertThat(files()).containsExactly(log);
  }

  @Test
  void otherAndMissingFilesAreRejected() throws IOException {
    assertThatIOException()
        .isThrownBy(() -> LogCopy.replace(log, UnaryOperator.identity()))
        .withMessage(log + ": no such file");
    Files.writeString(log, "no log");
    assertThatIOException()
        .isThrownBy(() -> LogCopy.replace(log, UnaryOperator.identity()))
        .withMessage(log + ": not a simulation.log of Gatling 3.15");
    assertThat(log).hasContent("no log");
  }

  private byte[] rest(byte[] bytes) throws IOException {
    Files.write(log, bytes);
    LogCopy.replace(log, UnaryOperator.identity());
    assertThat(files()).containsExactly(log);
    return Files.readAllBytes(log);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
