package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.restcomparison.compare.cli.CompareInProcess;
import io.github.restcomparison.compare.cli.CompareInProcess.Ended;
import io.github.restcomparison.system.driver.CompareProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * README's first experiment, taken from README itself, at a load that is small enough for a test:
 * in a terminal, reported again, and compared with itself. {@code DocumentedCommandsTest} has its
 * other commands.
 */
@Tag("full")
@Order(3)
class ReadmeIT {
  private static final Path README = Path.of("../../README.md");

  @TempDir private static Path folder;

  /** Returns the arguments of the first command that begins so, in a block or in a table. */
  private static List<String> command(String begin) throws IOException {
    Matcher line =
        Pattern.compile("\\./compare (%s [^`\n]*)".formatted(begin))
            .matcher(Files.readString(README).replaceAll("\\\\\n +", ""));
    assertThat(line.find()).as(begin).isTrue();
    return List.of(line.group(1).strip().split(" +"));
  }

  private static String output(int code, String... arguments) {
    Ended ended = CompareInProcess.run(arguments);
    assertThat(ended.exitCode()).as(ended.output()).isBetween(0, code);
    return ended.output();
  }

  /** One line is written anew while a run goes on; a pipe gets none of that, and no colours. */
  @Test
  void experimentIsMeasuredInATerminalAndComparedWithItself() throws Exception {
    assumeThat(Path.of("/usr/bin/script")).as("script, to have a terminal").exists();
    List<String> terminal =
        List.of("bash", "-c", "exec script -qec \"$(printf '%q ' \"$@\")\" /dev/null", "bash");
    Path out = folder.resolve("terminal");
    List<String> small = new ArrayList<>(command("run"));
    Map.of(
            "--variants", "vertx-rest,jersey-async",
            "--baseline", "vertx-rest",
            "--control", "none",
            "--rounds", "1",
            "--duration", "1s",
            "--warm-up", "1s")
        .forEach((option, value) -> small.set(1 + small.indexOf(option), value));
    small.addAll(List.of("--users=20", "--out=" + out));
    String[] run = small.toArray(String[]::new);
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
    // One round is no verdict.
    assertThat(output(2, diff.toArray(String[]::new)))
        .contains("both are the same folder", "compare: not judged: ");
  }
}
