package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CmdTest {
  @Test
  void errorsAreApartFromTheOutput() throws Exception {
    Cmd.Result result = Cmd.of("sh", "-c", "echo warning >&2; echo 4711; exit 3").run();
    assertThat(result).isEqualTo(new Cmd.Result(3, "4711", "warning"));
  }

  @Test
  void inputAndEnvironmentArrive() throws Exception {
    Cmd command =
        new Cmd(
            List.of("sh", "-c", "cat; echo $GREETING"),
            "a\n",
            Map.of("GREETING", "b"),
            Duration.ofSeconds(20));
    assertThat(command.output()).isEqualTo("a\nb");
  }

  @Test
  void failureIsTheLastLineOfItsErrors() {
    assertThatThrownBy(() -> Cmd.of("sh", "-c", "echo one >&2; echo two >&2; exit 1").output())
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(": two");
  }

  /** The child keeps the pipes of its parent open. */
  @Test
  void daemonIsNotWaitedFor() throws Exception {
    long start = System.nanoTime();
    long daemon = Long.parseLong(Cmd.of("sh", "-c", "sleep 300 & echo $!").output());
    try {
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    } finally {
      ProcessHandle.of(daemon).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void commandThatTakesTooLongIsKilledWithItsDescendants() {
    String unusual = "314159";
    List<String> words = List.of("sh", "-c", "sh -c 'sleep " + unusual + "'; true");
    Cmd command = new Cmd(words, "", Map.of(), Duration.ofMillis(500));
    assertThatThrownBy(command::run).hasMessageContaining("did not end within 0 s");
    // A kill is a signal: a busy host delivers it later.
    ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").endsWith("sleep " + unusual))
        .forEach(each -> assertThat(each.onExit()).succeedsWithin(Duration.ofSeconds(60)));
  }
}
