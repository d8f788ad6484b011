package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands of README, taken from README itself, at a load that is small enough for a test. */
@Tag("full")
@Order(3)
class ReadmeIT {
  private static final Path README = Path.of("../../README.md");

  @TempDir private static Path folder;

  /** The first command that begins so, without the comment behind it. */
  private static List<String> command(String begin) throws IOException {
    String line =
        Files.readAllLines(README).stream()
            .map(String::strip)
            .filter(each -> (each + " ").startsWith("./compare " + begin + " "))
            .findFirst()
            .orElseThrow();
    return List.of(line.replaceFirst("\\s+#.*", "").split(" +")).stream().skip(1).toList();
  }

  /** With fewer users, shorter waits and one round of one variant. */
  private static String[] small(List<String> command, String... more) {
    List<String> small = new ArrayList<>();
    for (int i = 0; i < command.size(); i++) {
      String before = i == 0 ? "" : command.get(i - 1);
      small.add(
          switch (before) {
            case "--users" -> command.getFirst().equals("memory") ? "300" : "5,10";
            case "--delay" -> "100ms";
            default -> command.get(i);
          });
    }
    small.addAll(List.of("--variants=vertx-rest", "--rounds=1", "--warm-up=1s"));
    small.addAll(List.of(more));
    return small.toArray(String[]::new);
  }

  private static String output(int code, String... arguments) throws Exception {
    try (CompareProcess compare = CompareProcess.start(folder, arguments)) {
      assertThat(compare.exitCode()).as(compare.output()).isBetween(0, code);
      return compare.output();
    }
  }

  @ParameterizedTest
  @CsvSource({"sweep, points have figures", "memory, 300 waiting: all answered"})
  void gridIsMeasured(String name, String expected) throws Exception {
    String out = "--out=" + folder.resolve(name);
    String[] grid =
        name.equals("sweep")
            ? small(command(name), "--duration=1s", out)
            : small(command(name), "--delay=1s", out);
    assertThat(output(1, grid)).contains(expected);
    if (name.equals("memory")) {
      WaitingMemory memory = RecordsOf.waiting(folder.resolve("memory/cells/300-users-1000-ms"));
      assertThat(memory.waiting()).isEqualTo(300);
      assertThat(memory.heapPerRequest()).isBetween(1_000.0, 100_000.0);
    } else {
      List<String> plan = new ArrayList<>(command("plan"));
      plan.replaceAll(
          each -> each.equals("results/sweep") ? folder.resolve(name).toString() : each);
      // A host that is busy with other tests may have left nothing to plan with.
      assertThat(output(1, plan.toArray(String[]::new)))
          .containsPattern("vertx-rest: \\d+ node|has no valid run");
    }
  }

  /** One line is written anew while a run goes on; a pipe gets none of that, and no colours. */
  @Test
  void experimentIsMeasuredInATerminalAndComparedWithItself() throws Exception {
    assumeThat(Path.of("/usr/bin/script")).as("script, to have a terminal").exists();
    List<String> terminal =
        List.of("bash", "-c", "exec script -qec \"$(printf '%q ' \"$@\")\" /dev/null", "bash");
    Path out = folder.resolve("terminal");
    String[] run =
        small(command("run"), "--users=20", "--requests=30", "--no-calibrate", "--out=" + out);
    try (CompareProcess compare = CompareProcess.start(terminal, folder, run)) {
      assertThat(compare.exitCode()).isBetween(0, 1);
      assertThat(compare.output())
          .contains(
              "\r\u001b[Kround 1 of 1, vertx-rest: ", " left)", "\u001b[33m", "report: file://");
    }
    Map<String, String> plain = Map.of("NO_COLOR", "1");
    try (CompareProcess report =
        CompareProcess.start(plain, terminal, folder, "report", out.toString())) {
      assertThat(report.exitCode()).isBetween(0, 1);
      assertThat(report.output()).contains("vertx-rest  ").doesNotContain("\u001b");
    }
    assertThat(output(1, "report", out.toString()))
        // A host that is busy with other tests may leave the run without figures.
        .containsPattern("(Preview|INVALID): 1 round")
        .contains("vertx-rest  ")
        .doesNotContain("\u001b");
    List<String> diff = new ArrayList<>(command("diff"));
    diff.replaceAll(each -> each.matches("BEFORE|AFTER") ? out.toString() : each);
    assertThat(output(0, diff.toArray(String[]::new))).contains("both are the same folder");
  }
}
